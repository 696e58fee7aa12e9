import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import { orNotFound } from '../../../platform/problem.ts'
import { checkIssued } from '../../e-invoices/check-issued.ts'
import type { NamedSource } from '../../e-invoices/download-e-invoice.ts'
import { findInvoiceWithLines, invoices } from '../invoice-store.ts'
import { buildInvoiceSource } from './build-invoice-source.ts'

/** Loads an issued invoice for a download of its e-invoices. */
export const loadInvoiceSource = async (app: App, tenant: Id, id: Id, log: Log): Promise<NamedSource> => {
  const invoice = orNotFound(await findInvoiceWithLines(app.db, tenant, id))
  checkIssued('invoice', invoice.status)
  return {
    ...buildInvoiceSource(app, invoice, log),
    number: invoice.invoiceNumber ?? '',
    requireUnchanged: (unit) => unit.require(invoices, invoice),
  }
}
