import type { StoredDocument } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { renderRecord } from '../render-for-partner.ts'
import { invoiceUri } from './invoice.ts'
import { type InvoiceWithLines, invoices } from './invoice-store.ts'

/** Once it is issued, only cancellation changes an invoice's document. */
const getPrintedState = ({ status }: InvoiceWithLines) =>
  status === 'draft' || status === 'cancelled' ? status : 'issued'

export const renderInvoice = async (
  app: App,
  unit: Unit,
  invoice: InvoiceWithLines,
  { includeDetails }: { includeDetails: boolean },
  log: Log,
): Promise<StoredDocument> => {
  const state = getPrintedState(invoice)
  return await renderRecord(
    app,
    unit,
    invoices,
    invoice,
    {
      subject: invoiceUri(invoice.id),
      options: { includeDetails: String(includeDetails), state },
      isDraft: state === 'draft',
      async print(partner, stationery) {
        const { layOutInvoice } = await import('./lay-out-invoice.ts')
        return layOutInvoice(invoice, partner, stationery, includeDetails)
      },
    },
    log,
  )
}
