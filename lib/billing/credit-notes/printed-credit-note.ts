import type { Stationery } from '../../document/letterhead.ts'
import type { PrintedDocument } from '../../document/printed.ts'
import { addressedTo, type PrintedPartner } from '../addressed-to.ts'
import type { CreditNoteWithLines } from './credit-note-store.ts'
import { printedLines, printedTaxes } from '../printed-lines.ts'

const MARKS = { draft: 'draft', cancelled: 'cancelled', issued: null, applied: null } as const

/** A credit note as it is printed: its stored amounts, none of them reckoned again. */
export const printedCreditNote = (
  note: CreditNoteWithLines,
  partner: PrintedPartner,
  stationery: Stationery,
): PrintedDocument => {
  const { lineItems, creditNoteNumber, issuedAt, status } = note
  return {
    kind: 'credit_note',
    number: creditNoteNumber,
    ...addressedTo(partner, stationery),
    currency: note.currencyCode,
    mark: MARKS[status],
    facts: [
      { label: 'issueDate', kind: 'date', value: issuedAt },
      { label: 'forInvoice', kind: 'code', value: note.invoiceNumber },
      { label: 'reason', kind: 'text', value: note.reason },
      { label: 'yourTaxId', kind: 'code', value: partner.taxId },
    ],
    ...printedLines(lineItems, true),
    sums: [...printedTaxes(note.subtotal, lineItems), { label: 'creditTotal', amount: note.grandTotal, strong: true }],
    payment: null,
    notes: null,
    at: issuedAt ?? note.createdAt,
  }
}
