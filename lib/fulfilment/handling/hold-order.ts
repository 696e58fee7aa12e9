import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import { notFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getActorType } from '../../platform/store/unit-scope.ts'
import { changeOrder } from '../orders/change-order.ts'
import { FULFILMENT_ORDER_MOVES, isUnsent, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { fulfilmentOrders } from '../orders/fulfilment-order-store.ts'

const MAX_HOLDS = 10

/** Throws if the custodian has the order, since it would go on working on it. */
export const checkUnsent = (order: StoredFulfilmentOrder, what: string): void => {
  if (!isUnsent(order))
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `${order.custodianName} has the order already, so it can no longer be ${what}. Cancel it first.`,
    )
}

/** Puts a hold on an order. An order can have several, each with its own reason. */
export const holdOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  { reason, note = null }: { reason: string; note?: string | null },
): Promise<StoredFulfilmentOrder> => {
  const order = await unit.load(fulfilmentOrders, id)
  const status = move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, 'hold')
  checkUnsent(order, 'held')
  if (order.holds.length >= MAX_HOLDS)
    throw new Problem('OPERATION_NOT_ALLOWED', `The order has ${MAX_HOLDS} holds already. Release one of them first.`)
  const hold = {
    id: unit.newId(),
    reason,
    note,
    actorId: unit.actor,
    actorType: getActorType(unit),
    createdAt: unit.now.toISOString(),
  }
  return await changeOrder(app, unit, order, { fields: { status, holds: [...order.holds, hold] } })
}

/** Releases one hold. The order goes on once none is left. */
export const releaseHold = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  holdId: string,
): Promise<StoredFulfilmentOrder> => {
  const order = await unit.load(fulfilmentOrders, id)
  if (!order.holds.some((hold) => hold.id === holdId)) throw notFound()
  const next = move(FULFILMENT_ORDER_MOVES, 'fulfilment order', order.status, order.startedAt ? 'resume' : 'release')
  checkUnsent(order, 'released')
  const holds = order.holds.filter((hold) => hold.id !== holdId)
  const status = holds.length ? order.status : next
  return await changeOrder(app, unit, order, { fields: { holds, status }, dispatches: !holds.length })
}
