import type { RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFulfilmentOrder } from './fulfilment-order.ts'
import { fulfilmentOrders } from './fulfilment-order-store.ts'

/** Brings a fulfilment order up to date with what the custodian knows of it. The same state twice changes nothing. */
export const applyRemoteFulfilment = async (
  _app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  { remoteId, state, reason }: RemoteFulfilment,
): Promise<StoredFulfilmentOrder> => {
  const { status } = order
  const next = state === 'accepted' ? 'open' : state === 'refused' ? 'cancelled' : (state ?? status)
  const isLive = status !== 'closed' && status !== 'cancelled'
  if (!isLive || (next === status && order.remoteId === remoteId)) return order
  return unit.update(fulfilmentOrders, order, {
    status: next,
    remoteId,
    request: 'accepted',
    requestMessage: reason,
    closedAt: next === 'closed' ? unit.now.toISOString() : null,
  })
}
