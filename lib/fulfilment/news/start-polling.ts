import type { CustodianType } from '../../../schemas/warehousing/custodian.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { computeFirstPoll } from './compute-next-poll.ts'
import { putPolledOrder } from './polled-order-store.ts'

/**
 * Polls an order that its custodian's system has, until its parcels have arrived; first at `toldAt` if a simulated custodian
 * sends a webhook sooner than it is polled. Belongs in the transaction that records the answer of the dispatch.
 */
export const startPolling = (
  unit: Unit,
  order: Pick<StoredFulfilmentOrder, 'id' | 'custodianId'>,
  custodianType: CustodianType,
  toldAt: Date | null = null,
): void => {
  const planned = computeFirstPoll(custodianType, unit.now)
  putPolledOrder(unit, order, toldAt && toldAt < planned ? toldAt : planned)
}
