import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { getTenantOfKey, listDuePartitions, NOT_DUE } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { changeShipment } from './change-shipment.ts'
import { findShipment } from './find-shipments.ts'
import { getLateFrom, scheduleDelay } from './schedule-delay.ts'
import { isOnItsWay } from './shipment.ts'
import { shipments } from './shipment-store.ts'

const MAX_CONCURRENT_SHIPMENTS = 8

/** Flags a shipment whose promised day is over. The flag stays, so that this happens once. */
const markDelayed = async ({ db }: Pick<App, 'db'>, unit: Unit, id: Id): Promise<boolean> => {
  const [shipment, tenant] = await Promise.all([findShipment(db, unit.tenant, id), findTenant(db, unit.tenant)])
  if (!shipment?.duePk) return false
  const lateFrom = getLateFrom(shipment)
  const isLate = isOnItsWay(shipment) && lateFrom !== null && lateFrom <= unit.now
  if (tenant?.closedAt || !isLate) {
    unit.update(shipments, shipment, tenant?.closedAt ? NOT_DUE : scheduleDelay(shipment))
    return false
  }
  changeShipment(unit, shipment, { flags: ['delayed', ...shipment.flags] })
  return true
}

const markAndLog = async (app: Pick<App, 'db'>, item: Item, now: Date, log: Log): Promise<void> => {
  const tenant = getTenantOfKey(item)
  try {
    const scope = { tenant, actor: null, now }
    if (await runInUnit(app.db, scope, (unit) => markDelayed(app, unit, item.sk)))
      log.info('shipping.shipment.delayed', { shipmentId: item.sk, tenant })
  } catch (error) {
    log.error('shipping.shipment.delay_failed', error, { shipmentId: item.sk, tenant })
  }
}

/** Flags all shipments that are late, of every tenant. A shipment is due until it is flagged, so a killed run loses none. */
export const markDelayedShipments = async (
  app: Pick<App, 'db'>,
  now: Date,
  log: Log,
  hasTime: () => boolean,
): Promise<void> => {
  for (const pk of listDuePartitions('shipment')) {
    const range = { pk, to: `${now.toISOString()}~`, index: 'due', limit: MAX_CONCURRENT_SHIPMENTS * 25 } as const
    let from: string | undefined
    for (;;) {
      const found = await app.db.query({ ...range, ...(from && { from }) })
      for (let start = 0; start < found.length; start += MAX_CONCURRENT_SHIPMENTS) {
        if (!hasTime()) return log.warn('shipping.shipment.delays_out_of_time', { partition: pk })
        const some = found.slice(start, start + MAX_CONCURRENT_SHIPMENTS)
        await Promise.all(some.map((item) => markAndLog(app, item, now, log)))
      }
      if (found.length < range.limit) break
      // Skips what failed, which keeps its place until the next run.
      from = `${found.at(-1)?.dueSk}~`
    }
  }
}
