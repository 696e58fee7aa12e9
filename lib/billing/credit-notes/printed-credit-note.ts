import type { Stationery } from '../../document/printing/letterhead.ts'
import type { PrintedDocument } from '../../document/printing/printed.ts'
import { describeRecipient, type PrintedPartner } from '../addressed-to.ts'
import { layOutLines, layOutTaxes } from '../printed-lines.ts'
import type { CreditNoteWithLines } from './credit-note-store.ts'

const MARKS = { draft: 'draft', cancelled: 'cancelled', issued: null, applied: null } as const

/** A credit note as it is printed: its stored amounts, none of them reckoned again. */
export const layOutCreditNote = (
  note: CreditNoteWithLines,
  partner: PrintedPartner,
  stationery: Stationery,
): PrintedDocument => {
  const { lineItems, creditNoteNumber, issuedAt, status } = note
  return {
    kind: 'credit_note',
    number: creditNoteNumber,
    ...describeRecipient(partner, stationery),
    currency: note.currencyCode,
    mark: MARKS[status],
    facts: [
      { label: 'issueDate', kind: 'date', value: issuedAt },
      { label: 'forInvoice', kind: 'code', value: note.invoiceNumber },
      { label: 'reason', kind: 'text', value: note.reason },
      { label: 'yourTaxId', kind: 'code', value: partner.taxId },
    ],
    ...layOutLines(lineItems, true),
    sums: [...layOutTaxes(note.subtotal, lineItems), { label: 'creditTotal', amount: note.grandTotal, strong: true }],
    payment: null,
    notes: null,
    at: issuedAt ?? note.createdAt,
  }
}
