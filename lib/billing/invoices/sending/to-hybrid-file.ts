import type { StoredDocument } from '../../../document/documents/document.ts'
import { toFile } from '../../../document/documents/require-attachable.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Log } from '../../../platform/log.ts'
import { getSetting } from '../../../platform/settings/get-settings.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { provideEInvoice } from '../../e-invoices/provide-e-invoice.ts'
import { E_INVOICE_SETTINGS } from '../../settings/e-invoice-settings.ts'
import type { InvoiceWithLines } from '../invoice-store.ts'
import { buildInvoiceSource } from './build-invoice-source.ts'

/** Returns the document as a file, which also contains the XML of an e-invoice if the invoice has all data for it. */
export const toHybridFile = async (app: App, unit: Unit, invoice: InvoiceWithLines, own: StoredDocument, log: Log) => {
  const file = toFile(own, 'pdf')
  if (!(await getSetting(app, unit.tenant, E_INVOICE_SETTINGS.eInvoices))) return file
  const outcome = await provideEInvoice(
    app,
    unit,
    { ...buildInvoiceSource(app, invoice, log), document: own },
    'facturx',
  )
  return 'file' in outcome ? { ...file, path: outcome.file.storagePath } : file
}
