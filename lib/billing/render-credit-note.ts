import type { App } from '../app.ts'
import type { StoredDocument } from '../document/document.ts'
import type { Log } from '../log.ts'
import { requirePartner } from '../partner/require-partner.ts'
import type { Unit } from '../store/unit.ts'
import { creditNoteUri } from './credit-note.ts'
import { type CreditNoteWithLines, creditNotes } from './credit-note-store.ts'

/** Applying changes nothing of what is printed. */
const stateOf = ({ status }: CreditNoteWithLines) => (status === 'applied' ? 'issued' : status)

/** The credit note's document as it is now; made again where the note changes meanwhile. */
export const renderCreditNote = async (
  app: App,
  unit: Unit,
  note: CreditNoteWithLines,
  log: Log,
): Promise<StoredDocument> => {
  const state = stateOf(note)
  unit.require(creditNotes, note)
  const [{ renderDocument }, { stationeryOf }, { printedCreditNote }] = await Promise.all([
    import('../document/render-document.ts'),
    import('../document/letterhead.ts'),
    import('./printed-credit-note.ts'),
  ])
  return await renderDocument(
    app,
    unit,
    {
      subject: creditNoteUri(note.id),
      source: 'billing',
      sourceRef: note.id,
      options: { state },
      isDraft: state === 'draft',
      async print() {
        const [partner, stationery] = await Promise.all([
          requirePartner(app.db, unit.tenant, note.partnerId),
          stationeryOf(app, unit.tenant, log),
        ])
        return printedCreditNote(note, partner, stationery)
      },
    },
    log,
  )
}
