import type { App } from '../../platform/app.ts'
import { settingOf } from '../../configuration/setting-of.ts'
import { orNotFound } from '../../platform/problem.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findChannel } from '../channels/channel-store.ts'
import { additions } from './counts-store.ts'
import { followOrder } from './follow-order.ts'
import { countsOf, differenceOf, ORDER_MOVES, type StoredOrder } from './order.ts'
import { orders } from './order-store.ts'
import { sellerOf } from '../channels/seller.ts'
import { anyLane } from './import-order.ts'

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
    sellerOf(app.db, unit.tenant, channel),
    settingOf(app, unit.tenant, 'general.timezone'),
  ])
  const decided = ORDER_MOVES[action].to
  const sellerId = decided === 'accepted' ? seller : null
  const decidedBy = { ruleSetId: null, reason }
  const after = unit.update(orders, before, { status: decided, decided, decidedBy, sellerId })
  const byDay = new Map([[before.countedOn, differenceOf(countsOf(before), countsOf(after))]])
  for (const each of additions(unit.tenant, channel.id, anyLane(), byDay)) unit.add(each, 'stale')
  followOrder(unit, { channel, zone }, after, before)
  return after
}
