import { expect, onTestFinished } from 'vitest'
import type { CustodianConnector, RemoteFulfilment } from '../../lib/custodians/custodian-connector.ts'
import { getCustodianConnector } from '../../lib/custodians/registry.ts'
import { fulfilments, type StoredFulfilment } from '../../lib/fulfilment/fulfilments/fulfilment-store.ts'
import type { StoredFulfilmentOrder } from '../../lib/fulfilment/orders/fulfilment-order.ts'
import { app } from '../../lib/platform/app/app.ts'
import { fromItem, partition } from '../../lib/platform/store/entities/entity.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aCustodian, aStockItem, aVariant } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import { readEvents } from '../support/events.ts'
import { drainEvents } from '../support/workers.ts'

export const ORDERS = '/api/fulfilment/orders'
export const POLICIES = '/api/fulfilment/policies'
export const INCIDENTS = '/api/fulfilment/incidents'

export const anInternal = (member: Member, fields: object = {}) => aCustodian(member, { type: 'internal', ...fields })

/** A custodian whose system the test plays; see `playing`. */
export const aConnected = (member: Member, fields: object = {}) =>
  aCustodian(member, {
    type: 'custom',
    enabledCapabilities: ['tenant_picks_warehouse', 'cancel_order'],
    connectionConfig: { integrationId: 'https://warehouse.example', webhookSecret: 'a secret that is long enough' },
    ...fields,
  })

export const stocking = (member: Member, variantId: string, custodianId: string, onHand: number) =>
  aStockItem(member, { variantId, custodianId, onHand })

/** Corrects the stock on hand to what was counted. */
export const counting = async (member: Member, stockItemId: string, onHand: number) => {
  const { status, body } = await member.post(`/api/inventory/stock-items/${stockItemId}/correct`, { onHand })
  expect(status, JSON.stringify(body)).toBe(200)
}

export const aPolicy = async (member: Member, fields: object = {}) => {
  const { status, body } = await member.post(POLICIES, {
    name: 'Everything',
    isDefault: true,
    rules: [{ name: 'Any', splitAllowed: false }],
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Imports an order of these SKUs into a channel, by default a new one, and returns it. */
export const anOrder = async (
  member: Member,
  lines: readonly { sku: string; quantity: number }[],
  { channelId, ...fields }: { channelId?: string } & Record<string, unknown> = {},
) => {
  const channel = channelId ?? (await aManualChannel(member)).id
  const row = aRow({
    lineItems: lines.map((line) => ({ ...line, name: `Name of ${line.sku}`, unitPrice: 1290 })),
    shippingAddress: { name: 'Ada', line1: 'Speicherstadt 1', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
    ...fields,
  })
  const { status, body } = await importing(member, channel, [row])
  expect(status, JSON.stringify(body)).toBe(200)
  const { body: list } = await member.get(`/api/sales/orders?channelId=${channel}`)
  const order = list.member.find((each: { externalOrderId: string }) => each.externalOrderId === row.externalOrderId)
  return { ...order, row, channelId: channel } as { id: string; number: string; row: object; channelId: string }
}

export const ordersOf = async (member: Member, salesOrderId: string) =>
  (await member.get(`${ORDERS}?salesOrderId=${salesOrderId}`)).body.member

export const statusOf = async (member: Member, salesOrderId: string) =>
  (await member.get(`/api/sales/orders/${salesOrderId}`)).body.fulfilmentStatus

export const stockOf = async (member: Member, id: string) => {
  const { onHand, reserved } = (await member.get(`/api/inventory/stock-items/${id}`)).body
  return { onHand, reserved }
}

const read = async <T>(member: Member, name: string) =>
  (await app().db.query({ pk: partition(member.tenant, name) })).map((item) => fromItem(item) as unknown as T)

export const storedOrders = (member: Member) => read<StoredFulfilmentOrder>(member, 'fulfilment-order')
export const handOffs = (member: Member) => read<StoredFulfilment>(member, fulfilments.name)

export const topicsOf = async (member: Member, ...prefixes: string[]) =>
  (await readEvents(member.tenant))
    .map(({ topic }) => topic)
    .filter((topic) => prefixes.some((prefix) => topic.startsWith(prefix)))

/** Everything that stock items of the tenant count, which no mere move of reservations changes. */
export const totalsOf = async (member: Member) => {
  const items = await read<{ onHand: number; reserved: number }>(member, 'stock-item')
  return {
    onHand: items.reduce((sum, { onHand }) => sum + onHand, 0),
    reserved: items.reduce((sum, { reserved }) => sum + reserved, 0),
  }
}

export const settled = () => drainEvents()

/** An order at one custodian with stock of one variant, routed to it. */
export const aRouted = async (
  member: Member,
  { quantity = 3, onHand = 10, custodian }: { quantity?: number; onHand?: number; custodian?: { id: string } } = {},
) => {
  const at = custodian ?? (await anInternal(member))
  const variant = await aVariant(member)
  const stock = await stocking(member, variant.id, at.id, onHand)
  const order = await anOrder(member, [{ sku: variant.sku, quantity }])
  await settled()
  const [fulfilmentOrder] = await ordersOf(member, order.id)
  return { variant, stock, order, custodian: at, fulfilmentOrder }
}

type Orders = NonNullable<CustodianConnector['orders']>

export const remote = (reference: string, fields: Partial<RemoteFulfilment> = {}): RemoteFulfilment => ({
  reference,
  remoteId: `R-${reference}`,
  state: 'accepted',
  reason: null,
  cancelled: [],
  parcels: [],
  ...fields,
})

export const aParcel = (id: string, lines: { sku: string; quantity: number }[], fields: object = {}) => ({
  id,
  carrier: 'DHL',
  service: null,
  trackingNumber: `T-${id}`,
  trackingUrl: null,
  lines,
  handedOverAt: '2026-03-02T10:00:00.000Z',
  promisedBy: null,
  events: [],
  ...fields,
})

const custom = getCustodianConnector('custom')
const { orders: own } = custom

/** Plays the system of all `custom` custodians until the test ends: keeps orders by reference, and counts those placed. */
export const playing = (fields: Partial<Orders> = {}) => {
  const known = new Map<string, RemoteFulfilment>()
  const placed: string[] = []
  const orders: Orders = {
    async dispatch(_system, { reference }) {
      const before = known.get(reference)
      if (before) return before
      placed.push(reference)
      known.set(reference, remote(reference))
      return remote(reference)
    },
    find: async (_system, reference) => known.get(reference),
    async cancel(_system, { reference }) {
      known.set(reference, { ...(known.get(reference) ?? remote(reference)), state: 'cancelled' })
      return { answer: 'accepted' }
    },
    ...fields,
  }
  Object.assign(custom, { orders })
  onTestFinished(() => void Object.assign(custom, { orders: own }))
  return { known, placed, orders }
}
