import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound } from '../../platform/problem.ts'
import { checkIssued } from '../e-invoices/check-issued.ts'
import type { NamedSource } from '../e-invoices/download-e-invoice.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { creditNoteUri } from './credit-note.ts'
import { creditNotes, findCreditNoteWithLines } from './credit-note-store.ts'
import { describeCreditNote } from './describe-credit-note.ts'
import { renderCreditNote } from './render-credit-note.ts'

/** Loads an issued credit note for a download of its e-invoices. */
export const loadCreditNoteSource = async (app: App, tenant: Id, id: Id, log: Log): Promise<NamedSource> => {
  const note = orNotFound(await findCreditNoteWithLines(app.db, tenant, id))
  checkIssued('credit note', note.status)
  const invoice = await findInvoice(app.db, tenant, note.invoiceId)
  return {
    id: note.id,
    partnerId: note.partnerId,
    subject: creditNoteUri(note.id),
    number: note.creditNoteNumber ?? '',
    describe: (style) => describeCreditNote(note, invoice, style),
    render: (unit) => renderCreditNote(app, unit, note, log),
    requireUnchanged: (unit) => unit.require(creditNotes, note),
  }
}
