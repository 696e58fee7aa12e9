import type { App } from '../../platform/app/app.ts'
import { Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeOrder } from '../order-changes/apply-order-effects.ts'
import type { StoredOrder } from '../orders/order.ts'
import { findHoldRefusal } from '../orders/order-abilities.ts'
import { orders } from '../orders/order-store.ts'
import { readOrderContext } from './read-order-context.ts'

const changeHold = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  action: 'hold' | 'release',
  holdReason: string | null,
): Promise<StoredOrder> => {
  const before = await unit.load(orders, id)
  const refusal = findHoldRefusal(before, action)
  if (refusal) throw new Problem('OPERATION_NOT_ALLOWED', `The ${refusal}.`)
  return await changeOrder(app.db, unit, await readOrderContext(app, unit.tenant, before), before, { holdReason })
}

/** Keeps back what of an order has not left, whatever its state is or becomes; another hold replaces the reason. */
export const holdOrder = (app: Pick<App, 'db'>, unit: Unit, id: string, reason: string): Promise<StoredOrder> =>
  changeHold(app, unit, id, 'hold', reason)

/** Lets an order go on that somebody put on hold. */
export const releaseOrder = (app: Pick<App, 'db'>, unit: Unit, id: string): Promise<StoredOrder> =>
  changeHold(app, unit, id, 'release', null)
