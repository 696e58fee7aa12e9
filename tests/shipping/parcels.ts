import type { RemoteParcel, TrackingEvent } from '../../lib/custodians/custodian-connector.ts'
import { fulfilmentOrders } from '../../lib/fulfilment/orders/fulfilment-order-store.ts'
import { EMPTY_ADDRESS } from '../../lib/platform/addresses/empty-address.ts'
import { app } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import { runInUnit, type Unit } from '../../lib/platform/store/unit.ts'
import { recordParcel, type ShipmentOrigin } from '../../lib/shipping/shipments/record-parcel.ts'
import { NEW_ORDER } from '../fulfilment/new-order.ts'
import type { Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'

export const SHIPMENTS = '/api/shipping/shipments'

let made = 0

export const anEvent = (fields: Partial<TrackingEvent> = {}): TrackingEvent => ({
  sourceId: null,
  occurredAt: '2026-03-02T08:00:00.000Z',
  state: 'in_transit',
  flag: null,
  description: null,
  place: null,
  ...fields,
})

export const aParcel = (fields: Partial<RemoteParcel> = {}): RemoteParcel => ({
  id: `P-${++made}`,
  carrier: 'DHL',
  service: null,
  trackingNumber: `0034043416109404${++made}`,
  trackingUrl: null,
  lines: [],
  handedOverAt: null,
  promisedBy: null,
  events: [],
  ...fields,
})

export const anAddress = (fields: object = {}) => ({
  ...EMPTY_ADDRESS,
  name: 'Ada Lovelace',
  line1: 'Kanalstr. 7',
  city: 'Hamburg',
  postalCode: '20095',
  countryCode: 'DE',
  ...fields,
})

export const anOrigin = (fields: Partial<ShipmentOrigin> = {}): ShipmentOrigin => ({
  fulfilmentOrderId: newId(new Date()),
  salesOrderId: newId(new Date()),
  orderNumber: `DE-${++made}`,
  channelId: newId(new Date()),
  custodianId: newId(new Date()),
  custodianName: 'Hamburg East',
  deliveryAddress: anAddress(),
  customerNote: null,
  ...fields,
})

export const inUnitOf = <T>({ tenant }: Pick<Member, 'tenant'>, work: (unit: Unit) => Promise<T>) =>
  runInUnit(app().db, { tenant, actor: null, now: app().clock() }, work)

/** Records a parcel as a custodian's news do. */
export const record = (member: Pick<Member, 'tenant'>, origin: ShipmentOrigin, parcel: RemoteParcel, db = app().db) =>
  runInUnit(db, { tenant: member.tenant, actor: null, now: app().clock() }, (unit) =>
    recordParcel(db, unit, origin, {
      ...parcel,
      lines: parcel.lines.map((line) => ({ ...line, variantId: null, name: null })),
    }),
  )

/** Stores a fulfilment order for two pieces of tea and one cup. */
export const aFulfilmentOrder = (member: Member, fields: object = {}) => {
  const line = (sku: string, name: string, ordered: number) => ({
    ...{ id: newId(new Date()), orderLine: null, variantId: newId(new Date()), sku, name },
    ...{ ordered, allocated: ordered, handedOver: 0, cancelled: 0, allocation: null },
  })
  return inUnitOf(member, async (unit) =>
    unit.create(fulfilmentOrders, {
      ...NEW_ORDER,
      reference: `FO-${newId(new Date())}`,
      salesOrderId: newId(new Date()),
      orderNumber: `DE-${++made}`,
      channelId: newId(new Date()),
      custodianId: newId(new Date()),
      custodianName: 'Hamburg East',
      deliveryAddress: anAddress(),
      lines: [line('TEA', 'Green tea', 2), line('CUP', 'Cup', 1)],
      ...fields,
    }),
  )
}

/** Creates a shipment of its own over the API. */
export const aShipment = async (member: Member, fields: object = {}) =>
  (await member.post(SHIPMENTS, { carrier: 'DHL', trackingNumber: `00340${++made}`, ...fields })).body

/** Lists the topics of a shipment in the order in which they were emitted; those of one unit have no order. */
export const listTopics = async ({ tenant }: Pick<Member, 'tenant'>, id: string): Promise<string[]> =>
  (await readEvents(tenant))
    .filter(({ subject }) => subject === `commerce:///shipping/shipments/${id}`)
    .map(({ topic }) => topic.replace('shipping.shipment.', ''))
    .sort((a, b) => Number(b === 'created') - Number(a === 'created'))

/** Lists the data of the tasks of a kind that were scheduled for a tenant. */
export const listTasks = async (task: string, tenant: string) =>
  (await app().db.query({ pk: partition('PLATFORM', 'task') }))
    .filter((item) => item.task === task && (item.data as { tenant: string } | undefined)?.tenant === tenant)
    .map(({ data }) => data)
