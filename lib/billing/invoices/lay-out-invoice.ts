import type { PrintedDocument } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import { describeRecipient, type PrintedPartner } from '../describe-recipient.ts'
import { layOutLines, layOutTaxes } from '../lay-out-lines.ts'
import type { InvoiceWithLines } from './invoice-store.ts'

const MARKS = { draft: 'draft', cancelled: 'cancelled', issued: null, overdue: null, paid: null } as const

/** Lays out an invoice from its stored amounts; nothing is computed again. */
export const layOutInvoice = (
  invoice: InvoiceWithLines,
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
