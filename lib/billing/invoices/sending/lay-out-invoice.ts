import type { PrintedDocument } from '../../../document/printing/printed-document.ts'
import type { Stationery } from '../../../document/printing/stationery.ts'
import type { PrintedPartner } from '../../describe-recipient.ts'
import { layOutBilled } from '../../lay-out-billed.ts'
import type { InvoiceWithLines } from '../invoice-store.ts'

const MARKS = { draft: 'draft', cancelled: 'cancelled', issued: null, overdue: null, paid: null } as const

export const layOutInvoice = (
  invoice: InvoiceWithLines,
  partner: PrintedPartner,
  stationery: Stationery,
  includeDetails: boolean,
): PrintedDocument => {
  const { invoiceNumber, dueDate, status, grandTotal, notes } = invoice
  const asksToPay = status !== 'cancelled' && grandTotal > 0
  return {
    ...layOutBilled(invoice, partner, stationery, {
      facts: [
        { label: 'dueDate', kind: 'date', value: dueDate },
        { label: 'period', kind: 'date', value: invoice.periodStart },
      ],
      totalLabel: 'total',
      isDetailed: includeDetails,
    }),
    kind: 'invoice',
    number: invoiceNumber,
    mark: MARKS[status],
    payment: asksToPay
      ? { amount: grandTotal, dueDate, reference: invoiceNumber, hasCode: stationery.giroCode && status !== 'draft' }
      : null,
    notes,
  }
}
