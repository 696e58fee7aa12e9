import type { App } from '../app.ts'
import type { StoredDocument } from '../document/document.ts'
import type { Log } from '../log.ts'
import { requirePartner } from '../partner/require-partner.ts'
import type { Unit } from '../store/unit.ts'
import { invoiceUri } from './invoice.ts'
import { invoices, type WithLines } from './invoice-store.ts'

/** From when it is issued on, an invoice and its document do not change but by being cancelled. */
const stateOf = ({ status }: WithLines) => (status === 'draft' || status === 'cancelled' ? status : 'issued')

/** The invoice's document as it is now; made again where the invoice changes meanwhile. */
export const renderInvoice = async (
  app: App,
  unit: Unit,
  invoice: WithLines,
  { includeDetails }: { includeDetails: boolean },
  log: Log,
): Promise<StoredDocument> => {
  const state = stateOf(invoice)
  unit.require(invoices, invoice)
  // Few requests of this module need it.
  const [{ renderDocument }, { stationeryOf }, { printedInvoice }] = await Promise.all([
    import('../document/render-document.ts'),
    import('../document/letterhead.ts'),
    import('./printed-invoice.ts'),
  ])
  return await renderDocument(
    app,
    unit,
    {
      subject: invoiceUri(invoice.id),
      source: 'billing',
      sourceRef: invoice.id,
      options: { includeDetails: String(includeDetails), state },
      isDraft: state === 'draft',
      async print() {
        const [partner, stationery] = await Promise.all([
          requirePartner(app.db, unit.tenant, invoice.partnerId),
          stationeryOf(app, unit.tenant, log),
        ])
        return printedInvoice(invoice, partner, stationery, includeDetails)
      },
    },
    log,
  )
}
