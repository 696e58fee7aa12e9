import { readReturn } from '../../fulfilment/returns/read-return.ts'
import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { TaskData } from '../../platform/events/outbox/task.ts'
import { deriveId, getIdTime, type Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { readOrder } from '../../sales/orders/find-orders.ts'
import { findCharge } from '../charges/charge-store.ts'
import { addTariffCharge } from './add-tariff-charge.ts'
import { findTariffs } from './find-tariffs.ts'
import { priceUnit } from './price-hand-off.ts'
import { hasMonthRules } from './tariff.ts'

/** Tells whether a return is of a test order, of which no work is charged. */
const isOfTest = async (db: Table, tenant: Id, { salesOrderId }: { salesOrderId: Id | null }): Promise<boolean> =>
  salesOrderId !== null && ((await readOrder(db, tenant, salesOrderId))?.isTest ?? false)

/**
 * Charges a return that was received, by the tariffs of the day of its first receipt; that of a test order is not charged.
 * Idempotent.
 */
export const chargeReturn = async (
  app: Pick<App, 'db'>,
  { tenant, returnId }: TaskData['billing.tariffs.charge-return'],
  now: Date,
): Promise<void> => {
  const { db } = app
  const zone = await getSetting(app, tenant, GENERAL_SETTINGS.timezone)
  await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const found = await readReturn(db, tenant, returnId)
    if (!found?.receivedAt || (await isOfTest(db, tenant, found))) return
    const at = new Date(found.receivedAt)
    const { shipmentId, returnNumber, orderNumber, custodianId } = found
    for (const tariff of await findTariffs(db, tenant, { ...found, day: toLocalDay(zone, at) })) {
      const id = deriveId(getIdTime(returnId), 'tariff', returnId, tariff.basis)
      const priced = priceUnit(tariff, 'return', 1, custodianId)
      if (!priced || (await findCharge(db, tenant, id))) continue
      const subject = shipmentId
        ? `commerce:///shipping/shipments/${shipmentId}`
        : `commerce:///fulfilment/returns/${returnId}`
      const description = `Return ${returnNumber}${orderNumber === null ? '' : `, order ${orderNumber}`}`
      const isMonthly = hasMonthRules(tariff)
      addTariffCharge(unit, { id, tariff, isMonthly, chargeType: priced.per, priced, description, subject, at, zone })
    }
  })
}
