import type { StoredDocument } from '../../document/documents/document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Log } from '../../platform/log.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { renderForPartner } from '../render-for-partner.ts'
import { selfBillingUri } from '../settlements/charge-line.ts'
import type { StoredSelfBillingInvoice } from './self-billing-invoice.ts'
import { findSelfBilling } from './self-billing-store.ts'

export const renderSelfBilling = async (
  app: App,
  unit: Unit,
  invoice: StoredSelfBillingInvoice,
  log: Log,
): Promise<StoredDocument> => {
  const { id, partnerId, correctsId } = invoice
  return await renderForPartner(
    app,
    unit,
    {
      subject: selfBillingUri(id),
      sourceRef: id,
      options: { state: 'issued' },
      isDraft: false,
      partnerId,
      ...(correctsId && { credits: selfBillingUri(correctsId) }),
      async print(partner, stationery) {
        const corrected = correctsId ? await findSelfBilling(app.db, unit.tenant, correctsId) : undefined
        const { layOutSelfBilling } = await import('./lay-out-self-billing.ts')
        return layOutSelfBilling(invoice, partner, stationery, corrected?.number ?? null)
      },
    },
    log,
  )
}
