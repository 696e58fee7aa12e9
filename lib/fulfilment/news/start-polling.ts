import type { CustodianType } from '../../../schemas/warehousing/custodian.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'

/** Polls an order that its custodian's system has, until its parcels have arrived. */
export const startPolling = (
  _unit: Unit,
  _order: Pick<StoredFulfilmentOrder, 'id' | 'custodianId'>,
  _custodianType: CustodianType,
): void => {}
