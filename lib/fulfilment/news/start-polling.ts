import type { CustodianType } from '../../../schemas/warehousing/custodian.ts'
import type { RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { computeFirstPoll, isSettled } from './compute-next-poll.ts'
import { putPolledOrder } from './polled-order-store.ts'

/**
 * Polls an order that its custodian's system has, until its parcels have arrived. Belongs in each transaction that records
 * news, because the first may be the answer of the dispatch, a webhook that overtook it, or a refusal to cancel. `order` is
 * the order before the news. A system need not keep an order that it refused, so settled orders are not polled. The first poll
 * is at `toldAt` if a simulated custodian sends a webhook sooner than it is polled.
 */
export const startPolling = (
  unit: Unit,
  { id, custodianId, remoteId }: Pick<StoredFulfilmentOrder, 'id' | 'custodianId' | 'remoteId'>,
  custodianType: CustodianType,
  remote?: RemoteFulfilment,
  toldAt: Date | null = null,
): void => {
  if (remoteId !== null || (remote && isSettled(remote, unit.now))) return
  const planned = computeFirstPoll(custodianType, unit.now)
  putPolledOrder(unit, { id, custodianId }, toldAt && toldAt < planned ? toldAt : planned)
}
