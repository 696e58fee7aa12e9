import { orNotFound } from '../problem.ts'
import { move } from '../states.ts'
import type { Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'
import { findChannel } from './channel-store.ts'
import { additions } from './counts-store.ts'
import { countsOf, differenceOf, ORDER_MOVES, type StoredOrder } from './order.ts'
import { orders } from './order-store.ts'
import { anyLane, tellOfOrder } from './take-order.ts'

/** What a person decides on an order that is held. */
export const decideOrder = async (
  db: Table,
  unit: Unit,
  id: string,
  action: 'accept' | 'reject',
  reason: string,
): Promise<StoredOrder> => {
  const before = await unit.load(orders, id)
  move(ORDER_MOVES, 'order', before.status, action)
  const channel = orNotFound(await findChannel(db, unit.tenant, before.channelId))
  const decided = ORDER_MOVES[action].to
  const after = unit.update(orders, before, { status: decided, decided, decidedBy: { ruleSetId: null, reason } })
  const byDay = new Map([[before.countedOn, differenceOf(countsOf(before), countsOf(after))]])
  for (const each of additions(unit.tenant, channel.id, anyLane(), byDay)) unit.add(each, 'stale')
  tellOfOrder(unit, channel, after, before)
  return after
}
