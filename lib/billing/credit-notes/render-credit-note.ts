import type { StoredDocument } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { invoiceUri } from '../invoices/invoice.ts'
import { renderForPartner } from '../render-for-partner.ts'
import { creditNoteUri } from './credit-note.ts'
import { type CreditNoteWithLines, creditNotes } from './credit-note-store.ts'

/** Applying changes nothing of what is printed. */
const getPrintedState = ({ status }: CreditNoteWithLines) => (status === 'applied' ? 'issued' : status)

/** The credit note's document as it is now; made again where the note changes meanwhile. */
export const renderCreditNote = async (
  app: App,
  unit: Unit,
  note: CreditNoteWithLines,
  log: Log,
): Promise<StoredDocument> => {
  const state = getPrintedState(note)
  unit.require(creditNotes, note)
  return await renderForPartner(
    app,
    unit,
    {
      subject: creditNoteUri(note.id),
      sourceRef: note.id,
      options: { state },
      credits: invoiceUri(note.invoiceId),
      isDraft: state === 'draft',
      partnerId: note.partnerId,
      async print(partner, stationery) {
        const { layOutCreditNote: printedCreditNote } = await import('./printed-credit-note.ts')
        return printedCreditNote(note, partner, stationery)
      },
    },
    log,
  )
}
