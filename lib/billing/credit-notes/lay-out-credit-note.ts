import type { PrintedDocument } from '../../document/printing/printed-document.ts'
import type { Stationery } from '../../document/printing/stationery.ts'
import type { PrintedPartner } from '../describe-recipient.ts'
import { layOutBilled } from '../lay-out-billed.ts'
import type { CreditNoteWithLines } from './credit-note-store.ts'

const MARKS = { draft: 'draft', cancelled: 'cancelled', issued: null, applied: null } as const

export const layOutCreditNote = (
  note: CreditNoteWithLines,
  partner: PrintedPartner,
  stationery: Stationery,
): PrintedDocument => ({
  ...layOutBilled(note, partner, stationery, {
    facts: [
      { label: 'forInvoice', kind: 'code', value: note.invoiceNumber },
      { label: 'reason', kind: 'text', value: note.reason },
    ],
    totalLabel: 'creditTotal',
    isDetailed: true,
  }),
  kind: 'credit_note',
  number: note.creditNoteNumber,
  mark: MARKS[note.status],
  payment: null,
  notes: null,
})
