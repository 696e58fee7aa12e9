import { randomBytes } from 'node:crypto'
import { tell } from '../custodians/world.ts'
import {
  aConnected,
  anInternal,
  anOrder,
  INCIDENTS,
  ordersOf,
  playing,
  settled,
  stocking,
} from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { type Member, send } from '../support/client.ts'

const AT = '2026-11-26T12:00:00Z'

/** A parcel as the system of a warehouse tells it, which has left unless `fields` say otherwise. */
export const aToldParcel = (id: string, lines: Record<string, number>, fields: object = {}) => ({
  id,
  carrier: 'DHL',
  trackingNumber: `TN-${id}`,
  lines: Object.entries(lines).map(([sku, quantity]) => ({ sku, quantity })),
  handedOverAt: AT,
  events: [{ occurredAt: AT, state: 'in_transit' }],
  ...fields,
})

/** A parcel that is packed and has not left. */
export const aPacked = (id: string, lines: Record<string, number>) =>
  aToldParcel(id, lines, { handedOverAt: null, events: [] })

/** A warehouse whose own system tells by webhooks; its requests are answered by `playing`. */
export const aWarehouse = async (member: Member) => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const { id } = await aConnected(member, {
    enabledCapabilities: ['tenant_picks_warehouse', 'cancel_order', 'webhook_receipt'],
    connectionConfig: { integrationId: 'https://warehouse.example', webhookSecret: secret },
  })
  /** Sends the whole state of an order, and lets everything follow from it. */
  const tells = async (reference: string, fields: object, timestamp = AT) => {
    const data = { reference, id: 'x', state: 'closed', cancelled: [], parcels: [], ...fields }
    const { status } = await tell({ id, secret }, { type: 'fulfilment_order.updated', timestamp, data })
    if (status !== 202) throw new Error(`the webhook was answered with ${status}`)
    await settled()
  }
  return { id, tells }
}

/**
 * An order of a variant that a warehouse with a system has accepted; a second warehouse, worked by people, has the variant,
 * too.
 */
export const anAccepted = async (member: Member, quantity = 2, sku?: string) => {
  const system = playing()
  const [warehouse, second] = [await aWarehouse(member), await anInternal(member)]
  const variant = await aVariant(member, ...(sku ? [{ sku }] : []))
  const stock = await stocking(member, variant.id, warehouse.id, 5)
  const made = await anotherOrder(member, variant.sku, quantity)
  const secondStock = await stocking(member, variant.id, second.id, 5)
  return { ...made, system, warehouse, second, variant, stock, secondStock }
}

/** Another order of the same variant, which goes to another `city` if one is given. */
export const anotherOrder = async (member: Member, sku: string, quantity: number, city?: string) => {
  const address = { name: 'Grace', line1: 'Other street 2', city, postalCode: '10115', countryCode: 'DE' }
  const order = await anOrder(member, [{ sku, quantity }], city === undefined ? {} : { shippingAddress: address })
  await settled()
  const [fulfilmentOrder] = await ordersOf(member, order.id)
  return { order, id: fulfilmentOrder.id as string, reference: fulfilmentOrder.reference as string }
}

export const openIncidents = async (member: Member): Promise<{ reason: string; description: string }[]> =>
  (await member.get(`${INCIDENTS}?status=open`)).body.member

export const shipmentsOf = async (member: Member, salesOrderId: string) =>
  (await member.get(`/api/shipping/shipments?salesOrderId=${salesOrderId}`)).body.member

/** Reads the buyer's page of a shipment as text without tags. */
export const pageOf = async ({ trackingPageUrl }: { trackingPageUrl: string }) => {
  const { status, text } = await send('GET', new URL(trackingPageUrl).pathname, {})
  if (status !== 200) throw new Error(`the page answered ${status}`)
  return text
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}
