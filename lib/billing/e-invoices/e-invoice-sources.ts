import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { orNotFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { creditNoteUri } from '../credit-notes/credit-note.ts'
import { creditNotes, findCreditNoteWithLines } from '../credit-notes/credit-note-store.ts'
import { renderCreditNote } from '../credit-notes/render-credit-note.ts'
import { invoiceUri } from '../invoices/invoice.ts'
import { findInvoice, findInvoiceWithLines, type InvoiceWithLines, invoices } from '../invoices/invoice-store.ts'
import { renderInvoice } from '../invoices/sending/render-invoice.ts'
import { describeCreditNote, describeInvoice } from './describe-billed.ts'
import type { EInvoiceSource } from './provide-e-invoice.ts'

/** What a download needs beside the file. */
export interface NamedSource extends EInvoiceSource {
  number: string
  /** Lets the unit commit only while the record stays as it was read. */
  requireUnchanged(unit: Unit): void
}

const checkIssued = (noun: string, status: string): void => {
  if (status === 'draft' || status === 'cancelled')
    throw new Problem('OPERATION_NOT_ALLOWED', `The ${noun} is ${status}. Only an issued one has e-invoices.`)
}

export const buildInvoiceSource = (app: App, invoice: InvoiceWithLines, log: Log): EInvoiceSource => ({
  id: invoice.id,
  partnerId: invoice.partnerId,
  subject: invoiceUri(invoice.id),
  describe: ({ zone }) => describeInvoice(invoice, zone),
  render: (unit) => renderInvoice(app, unit, invoice, { includeDetails: true }, log),
})

export const loadInvoiceSource = async (app: App, tenant: Id, id: Id, log: Log): Promise<NamedSource> => {
  const invoice = orNotFound(await findInvoiceWithLines(app.db, tenant, id))
  checkIssued('invoice', invoice.status)
  return {
    ...buildInvoiceSource(app, invoice, log),
    number: invoice.invoiceNumber ?? '',
    requireUnchanged: (unit) => unit.require(invoices, invoice),
  }
}

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
