import { resolveLanguage } from '../../document/words/words.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound } from '../../platform/problem.ts'
import type { BilledData } from '../e-invoices/build-semantic-invoice.ts'
import { checkIssued } from '../e-invoices/check-issued.ts'
import type { NamedSource } from '../e-invoices/download-e-invoice.ts'
import { explainLines } from '../e-invoices/explain-lines.ts'
import { readSupply, toDay } from '../e-invoices/read-supply.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { findInvoice } from '../invoices/invoice-store.ts'
import { creditNoteUri } from './credit-note.ts'
import { type CreditNoteWithLines, creditNotes, findCreditNoteWithLines } from './credit-note-store.ts'
import { renderCreditNote } from './render-credit-note.ts'

/** Describes an issued credit note for its e-invoices. Its terms name the invoice in the language of its document. */
const describeCreditNote = (
  note: CreditNoteWithLines,
  invoice: StoredInvoice | undefined,
  { zone, locale }: { zone: string; locale: string },
): BilledData => {
  const number = invoice?.invoiceNumber ?? note.invoiceNumber
  return {
    type: 'credit_note',
    number: note.creditNoteNumber ?? '',
    issuedOn: toDay(note.issuedAt, zone),
    dueOn: null,
    currency: note.currencyCode,
    note: note.reason,
    paymentTerms: [resolveLanguage(locale).words.forInvoice, number].filter(Boolean).join(' '),
    preceding: number ? { number, issuedOn: invoice?.issuedAt ? toDay(invoice.issuedAt, zone) : null } : null,
    supply: invoice ? readSupply(invoice, zone) : null,
    deliverTo: invoice?.deliverTo ?? null,
    pricesIncludeTax: note.pricesIncludeTax,
    taxTotal: note.taxTotal,
    grandTotal: note.grandTotal,
    lines: explainLines(note.lineItems, locale),
  }
}

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
