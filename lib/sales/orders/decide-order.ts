import { getSetting } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import { orNotFound } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import { findSeller } from '../channels/seller.ts'
import { buildAdditions } from './counts-store.ts'
import { followOrder } from './follow-order.ts'
import { chooseCountShard } from './import-order.ts'
import { countOrder, ORDER_MOVES, type StoredOrder, subtractAmounts } from './order.ts'
import { orders } from './order-store.ts'

/** What a person decides on an order that is held. */
export const decideOrder = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: string,
  action: 'accept' | 'reject',
  reason: string,
): Promise<StoredOrder> => {
  const before = await unit.load(orders, id)
  move(ORDER_MOVES, 'order', before.status, action)
  const channel = orNotFound(await findChannel(app.db, unit.tenant, before.channelId))
  const [seller, zone] = await Promise.all([
    findSeller(app.db, unit.tenant, channel),
    getSetting(app, unit.tenant, 'general.timezone'),
  ])
  const decided = ORDER_MOVES[action].to
  const sellerId = decided === 'accepted' ? seller : null
  const decidedBy = { ruleSetId: null, reason }
  const after = unit.update(orders, before, { status: decided, decided, decidedBy, sellerId })
  const byDay = new Map([[before.countedOn, subtractAmounts(countOrder(before), countOrder(after))]])
  for (const each of buildAdditions(unit.tenant, channel.id, chooseCountShard(), byDay)) unit.add(each)
  followOrder(unit, { channel, zone }, after, before)
  return after
}
