import { runTask } from '../../functions/events/run-task.ts'
import type { ShopFulfilment } from '../../lib/connectors/fulfilments/fulfilment.ts'
import { type App, app } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Item, Table } from '../../lib/platform/store/table/table.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { findShipment } from '../../lib/shipping/shipments/find-shipments.ts'
import type { StoredShipment } from '../../lib/shipping/shipments/shipment.ts'
import { shipments } from '../../lib/shipping/shipments/shipment-store.ts'
import type { Member } from '../support/client.ts'

interface OrderOfShop {
  id: string
  number: string
  channelId: string
}

let made = 0

/** Hands over a parcel of an order, and schedules that the shop hears of it. */
export const handOver = async (
  member: Member,
  order: OrderOfShop,
  lines: Record<string, number>,
  fields: Partial<StoredShipment> = {},
): Promise<StoredShipment> => {
  const tenant = member.tenant as Id
  const now = app().clock()
  return await runInUnit(app().db, { tenant, actor: null, now }, async (unit) => {
    const number = `0034${++made}`
    const shipment = unit.create(shipments, {
      fulfilmentOrderId: null,
      salesOrderId: order.id,
      orderNumber: order.number,
      channelId: order.channelId,
      custodianId: null,
      custodianName: null,
      status: 'created',
      flags: [],
      carrier: 'DHL',
      service: null,
      trackingNumber: number,
      searchedNumber: number,
      trackingUrl: null,
      lines: Object.entries(lines).map(([sku, quantity]) => ({ variantId: null, sku, name: null, quantity })),
      handedOverAt: now.toISOString(),
      promisedBy: null,
      deliveredAt: null,
      parcelId: null,
      isVoid: false,
      events: [],
      deliveryAddress: null,
      customerNote: null,
      proofOfDelivery: null,
      reversedAt: null,
      label: null,
      link: 1,
      ...fields,
    })
    unit.schedule('sales.shipments.publish', { tenant, shipmentId: shipment.id })
    return shipment
  })
}

/** Changes a parcel, as when its tracking number comes. */
export const changeParcel = async ({ tenant }: Member, { id }: { id: string }, changes: Partial<StoredShipment>) =>
  await runInUnit(app().db, { tenant, actor: null, now: app().clock() }, async (unit) => {
    const before = (await findShipment(app().db, tenant, id)) as StoredShipment
    unit.schedule('sales.shipments.publish', { tenant, shipmentId: id })
    return unit.update(shipments, before, changes)
  })

/** Returns the tasks about the shipments and channels of a tenant that are not done. */
export const openTasks = async ({ tenant }: Member, db: Table = app().db): Promise<Item[]> =>
  (await db.query({ pk: 'T#PLATFORM#task' })).filter(
    ({ handledAt, data, task }) =>
      !handledAt && String(task).startsWith('sales.shipments.') && (data as { tenant?: string }).tenant === tenant,
  )

export const isDue = ({ notBefore }: Item) => typeof notBefore !== 'string' || notBefore <= app().clock().toISOString()

/** Runs the tasks that are due, and those that they schedule for now. */
export const runTasks = async (member: Member, on: App = app()): Promise<void> => {
  for (;;) {
    const due = (await openTasks(member)).filter(isDue)
    if (!due.length) return
    for (const task of due) await runTask(on, task, on.clock(), createLog({}))
  }
}

export interface ShownParcel {
  shipmentId: string
  status: string
  externalIds: string[]
  trackingNumber: string | null
  attempts: number
  nextAttemptAt: string | null
  errorCode: string | null
  message: string | null
  publishedAt: string | null
  syncRunId: string | null
}

export const fulfilmentsOf = async (member: Member, { id }: { id: string }) => {
  const { status, body } = await member.get(`/api/sales/orders/${id}/fulfilments`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as { supported: boolean; fulfilments: ShopFulfilment[] | null; parcels: ShownParcel[] }
}
