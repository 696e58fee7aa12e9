import type { PrintedDocument } from '../../../document/printing/printed-document.ts'
import type { Stationery } from '../../../document/printing/stationery.ts'
import type { PrintedPartner } from '../../describe-recipient.ts'
import { layOutBilled } from '../../lay-out-billed.ts'
import type { InvoiceWithLines } from '../invoice-store.ts'

const MARKS = { draft: 'draft', cancelled: 'cancelled', issued: null, overdue: null, paid: null } as const

/** Prints the period or the day of the supply. */
const layOutSupply = ({ supplyDate, supplyPeriod }: InvoiceWithLines) => {
  if (supplyPeriod)
    return { label: 'period', kind: 'period', value: `${supplyPeriod.from}/${supplyPeriod.to}` } as const
  return { label: 'supplyDate', kind: 'date', value: supplyDate } as const
}

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
      facts: [{ label: 'dueDate', kind: 'date', value: dueDate }, layOutSupply(invoice)],
      totalLabel: 'total',
      isDetailed: includeDetails,
    }),
    kind: 'invoice',
    number: invoiceNumber,
    mark: MARKS[status],
    // An issued invoice asks for its total whenever it is rendered, so that all its documents say the same. What is still
    // open after payments and credits is in the mails that remind of it.
    payment: asksToPay
      ? { amount: grandTotal, dueDate, reference: invoiceNumber, hasCode: stationery.giroCode && status !== 'draft' }
      : null,
    notes,
  }
}
