import type { ReturnState } from '../../../schemas/fulfilment/return.ts'
import type { StoredDocument } from '../../document/documents/document.ts'
import { requirePartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireCustodian } from '../../warehousing/require-custodian.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'
import { returnUri, type StoredReturn } from '../returns/return.ts'
import { loadReturn, returns } from '../returns/return-store.ts'

const readParties = async ({ db }: App, tenant: Id, found: StoredReturn) => {
  const { custodianId, lines } = found
  const [custodian, order] = await Promise.all([
    requireCustodian(db, tenant, custodianId ?? ''),
    find(db, fulfilmentOrders, tenant, lines[0]?.fulfilmentOrderId ?? ''),
  ])
  const partner = await requirePartner(db, tenant, custodian.partnerId)
  const { name = null, company = null } = order?.deliveryAddress ?? {}
  return { partner, sender: name ?? company ?? found.sender }
}

/** States in which a return says where the goods are sent to. */
const WITH_SLIP: readonly ReturnState[] = ['authorized', 'received', 'resolved']

/** Renders the slip of a return that says where the goods are sent to. */
export const renderReturnSlip = async (
  app: App,
  unit: Unit,
  id: string,
  given: { locale?: string | null },
  log: Log,
): Promise<StoredDocument> => {
  const found = await loadReturn(unit, id)
  if (!WITH_SLIP.includes(found.status))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The return is ${found.status}. To get a return slip, it must be ${WITH_SLIP.join(' or ')}.`,
    )
  unit.require(returns, found)
  // Loaded late, because few requests of this module need them.
  const [{ renderDocument }, { readStationery }, { layOutReturnSlip }] = await Promise.all([
    import('../../document/documents/render-document.ts'),
    import('../../document/printing/stationery.ts'),
    import('./lay-out-return-slip.ts'),
  ])
  return await renderDocument(
    app,
    unit,
    {
      subject: returnUri(found.id),
      source: 'fulfilment',
      sourceRef: found.id,
      // Nothing that the slip shows changes after the authorization.
      options: { slip: given.locale ?? 'default' },
      isDraft: false,
      async print() {
        const [parties, stationery] = await Promise.all([
          readParties(app, unit.tenant, found),
          readStationery(app, unit.tenant, log),
        ])
        return layOutReturnSlip(found, parties, stationery, given.locale ?? stationery.locale)
      },
    },
    log,
  )
}
