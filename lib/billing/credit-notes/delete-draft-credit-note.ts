import { detachAllFiles } from '../../document/attachments/attach-file.ts'
import { findVoidable, voidDocuments } from '../../document/documents/void-documents.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { invoiceLines, invoices } from '../invoices/invoice-store.ts'
import { cancelDraft } from './cancel-draft-credit-notes.ts'
import { releaseCredit } from './compute-credit.ts'
import { CREDIT_NOTE_MOVES, creditNoteUri } from './credit-note.ts'
import {
  type CreditNoteWithLines,
  creditNoteLines,
  creditNotes,
  loadDraftCreditNote,
  loadNoteAndLines,
  type NoteAndLines,
} from './credit-note-store.ts'
import { readCreditedInvoice } from './update-draft-credit-note.ts'

type Using = Pick<App, 'db' | 'clock'>

/** Lets the amount of a draft be credited again. A cancelled invoice has released the amounts of all its drafts. */
const releaseAmount = async (app: Using, unit: Unit, { note, stored }: NoteAndLines): Promise<void> => {
  const { invoice, invoiced } = await readCreditedInvoice(app, unit, note.invoiceId)
  if (invoice.status === 'cancelled') return
  unit.update(invoiceLines, invoiced, { credited: releaseCredit(invoiced.credited, stored.reserved) })
  unit.update(invoices, invoice, { credited: invoice.credited - note.grandTotal })
}

export const cancelDraftCreditNote = async (app: Using, unit: Unit, id: Id): Promise<CreditNoteWithLines> => {
  const loaded = await loadNoteAndLines(app.db, unit, id)
  // Refused before its amount is read, because only drafts have one to release.
  move(CREDIT_NOTE_MOVES, 'credit note', loaded.note.status, 'cancel')
  const [documents] = await Promise.all([
    findVoidable(app.db, unit.tenant, creditNoteUri(id)),
    releaseAmount(app, unit, loaded),
  ])
  return { ...cancelDraft(unit, loaded.note, documents), lineItems: loaded.stored.lines }
}

export const deleteDraftCreditNote = async (app: Using, unit: Unit, id: Id): Promise<void> => {
  const loaded = await loadDraftCreditNote(app.db, unit, id)
  const subject = creditNoteUri(id)
  await Promise.all([
    releaseAmount(app, unit, loaded),
    voidDocuments(app, unit, subject, 'The draft was deleted.'),
    detachAllFiles(app.db, unit, { subject, use: 'credit_note' }),
  ])
  unit.remove(creditNotes, loaded.note)
  unit.remove(creditNoteLines, loaded.stored)
}
