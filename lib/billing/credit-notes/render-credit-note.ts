import type { StoredDocument } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { invoiceUri } from '../invoices/invoice.ts'
import { renderRecord } from '../render-for-partner.ts'
import { creditNoteUri } from './credit-note.ts'
import { type CreditNoteWithLines, creditNotes } from './credit-note-store.ts'

/** An applied credit note prints like an issued one. */
const getPrintedState = ({ status }: CreditNoteWithLines) => (status === 'applied' ? 'issued' : status)

export const renderCreditNote = async (
  app: App,
  unit: Unit,
  note: CreditNoteWithLines,
  log: Log,
): Promise<StoredDocument> => {
  const state = getPrintedState(note)
  return await renderRecord(
    app,
    unit,
    creditNotes,
    note,
    {
      subject: creditNoteUri(note.id),
      options: { state },
      credits: invoiceUri(note.invoiceId),
      isDraft: state === 'draft',
      async print(partner, stationery) {
        const { layOutCreditNote } = await import('./lay-out-credit-note.ts')
        return layOutCreditNote(note, partner, stationery)
      },
    },
    log,
  )
}
