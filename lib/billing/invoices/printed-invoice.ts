import type { Stationery } from '../../document/printing/letterhead.ts'
import type { PrintedDocument } from '../../document/printing/printed.ts'
import { describeRecipient, type PrintedPartner } from '../addressed-to.ts'
import { layOutLines, layOutTaxes } from '../printed-lines.ts'
import type { WithLines } from './invoice-store.ts'

const MARKS = { draft: 'draft', cancelled: 'cancelled', issued: null, overdue: null, paid: null } as const

/** An invoice as it is printed: its stored amounts, none of them reckoned again. */
export const layOutInvoice = (
  invoice: WithLines,
  partner: PrintedPartner,
  stationery: Stationery,
  includeDetails: boolean,
): PrintedDocument => {
  const { lineItems, invoiceNumber, dueDate, issuedAt, status, periodStart } = invoice
  const asksToPay = status !== 'cancelled' && invoice.grandTotal > 0
  return {
    kind: 'invoice',
    number: invoiceNumber,
    ...describeRecipient(partner, stationery),
    currency: invoice.currencyCode,
    mark: MARKS[status],
    facts: [
      { label: 'issueDate', kind: 'date', value: issuedAt },
      { label: 'dueDate', kind: 'date', value: dueDate },
      { label: 'period', kind: 'date', value: periodStart },
      { label: 'yourTaxId', kind: 'code', value: partner.taxId },
    ],
    ...layOutLines(lineItems, includeDetails),
    sums: [...layOutTaxes(invoice.subtotal, lineItems), { label: 'total', amount: invoice.grandTotal, strong: true }],
    payment: asksToPay ? { amount: invoice.grandTotal, dueDate, reference: invoiceNumber } : null,
    notes: invoice.notes,
    at: issuedAt ?? invoice.createdAt,
  }
}
