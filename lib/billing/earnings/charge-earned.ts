import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { readOrder, requireOrderUnchanged } from '../../sales/orders/find-orders.ts'
import { processDue, type Step } from '../process-due.ts'
import { followSeller } from '../sellers/follow-seller.ts'

type Using = Pick<App, 'db' | 'clock'>

const chargeNext = async (app: Using, unit: Unit, orderId: Id): Promise<Step> => {
  const [order, zone] = await Promise.all([
    readOrder(app.db, unit.tenant, orderId),
    getSetting(app, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  if (!order) return { done: 0, hasMore: false }
  requireOrderUnchanged(unit, order)
  await followSeller(app.db, unit, order, { zone })
  return { done: 1, hasMore: false }
}

/** Charges what sellers have earned because enough days have passed, for every tenant. */
export const chargeEarned = async (app: Using, log: Log, hasTime: () => boolean): Promise<void> => {
  const { items, done, failed } = await processDue(
    app,
    {
      kind: 'seller-account',
      step: (tenant, id) =>
        runInUnit(app.db, { tenant, actor: null, now: app.clock() }, (unit) => chargeNext(app, unit, id)),
      onError: (error, { tenant, id }) => log.error('billing.earnings.charge_failed', error, { tenant, orderId: id }),
    },
    hasTime,
  )
  log.info('billing.earnings.charging_done', { orders: items, charged: done, failed, outOfTime: !hasTime() })
}
