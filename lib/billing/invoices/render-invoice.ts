import type { StoredDocument } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { renderForPartner } from '../render-for-partner.ts'
import { invoiceUri } from './invoice.ts'
import { invoices, type WithLines } from './invoice-store.ts'

/** From when it is issued on, an invoice and its document do not change but by being cancelled. */
const getPrintedState = ({ status }: WithLines) => (status === 'draft' || status === 'cancelled' ? status : 'issued')

/** The invoice's document as it is now; made again where the invoice changes meanwhile. */
export const renderInvoice = async (
  app: App,
  unit: Unit,
  invoice: WithLines,
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
        const { layOutInvoice: printedInvoice } = await import('./printed-invoice.ts')
        return printedInvoice(invoice, partner, stationery, includeDetails)
      },
    },
    log,
  )
}
