import type { StoredDocument } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { renderForPartner } from '../render-for-partner.ts'
import { invoiceUri } from './invoice.ts'
import { type InvoiceWithLines, invoices } from './invoice-store.ts'

/** Once it is issued, only cancellation changes an invoice's document. */
const getPrintedState = ({ status }: InvoiceWithLines) =>
  status === 'draft' || status === 'cancelled' ? status : 'issued'

/** Renders the invoice's current document; the work is run again if the invoice changes meanwhile. */
export const renderInvoice = async (
  app: App,
  unit: Unit,
  invoice: InvoiceWithLines,
  { includeDetails }: { includeDetails: boolean },
  log: Log,
): Promise<StoredDocument> => {
  const state = getPrintedState(invoice)
  unit.require(invoices, invoice)
  return await renderForPartner(
    app,
    unit,
    {
      subject: invoiceUri(invoice.id),
      sourceRef: invoice.id,
      options: { includeDetails: String(includeDetails), state },
      isDraft: state === 'draft',
      partnerId: invoice.partnerId,
      async print(partner, stationery) {
        const { layOutInvoice } = await import('./lay-out-invoice.ts')
        return layOutInvoice(invoice, partner, stationery, includeDetails)
      },
    },
    log,
  )
}
