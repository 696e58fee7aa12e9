import { routeOrder } from '../../lib/fulfilment/routing/route-order.ts'
import { app } from '../../lib/platform/app/app.ts'
import { aChannel, aCustodian, aStockItem, aVariant } from '../support/builders.ts'
import type { Member } from '../support/client.ts'
import type { Made } from './fixtures.ts'

type Fixture = (member: Member) => Promise<Made>

const POLICIES = '/api/fulfilment/policies'
const ORDERS = '/api/fulfilment/orders'
const RULES = [{ name: 'Any' }]

let made = 0

const aPolicy = async (member: Member) => (await member.post(POLICIES, { name: 'Europe', rules: RULES })).body

const anOrder = async (member: Member, sku: string) => {
  const { id: channelId } = await aChannel(member, { type: 'manual', credentials: {} })
  const row = { externalOrderId: `F-${++made}`, currency: 'EUR', total: 2580, lineItems: [{ sku, quantity: 4 }] }
  await member.post(`/api/sales/channels/${channelId}/import-orders`, { orders: [row] })
  return (await member.get(`/api/sales/orders?channelId=${channelId}`)).body.member[0].id as string
}

/** A custodian with stock of a variant. */
const aShelf = async (member: Member, variantId?: string) => {
  const custodian = await aCustodian(member, { type: 'internal' })
  const variant = variantId ?? (await aVariant(member)).id
  await aStockItem(member, { variantId: variant, custodianId: custodian.id, onHand: 100, reserved: 0 })
  return { custodianId: custodian.id as string, variantId: variant as string }
}

const aBody = async (member: Member) => {
  const { custodianId, variantId } = await aShelf(member)
  return { custodianId, lines: [{ variantId, quantity: 4 }], deliveryAddress: { city: 'Bremen', countryCode: 'DE' } }
}

const aFulfilmentOrder = async (member: Member) => {
  const body = await aBody(member)
  const order = (await member.post(ORDERS, body)).body
  return { ...order, variantId: body.lines[0]?.variantId } as { id: string; variantId: string; lines: { id: string }[] }
}

const aHandOff = async (member: Member) => {
  const { id } = await aFulfilmentOrder(member)
  await member.post(`${ORDERS}/${id}/hand-over`, { parcels: [{}] })
  const { body } = await member.get(`${ORDERS}/${id}/fulfilments`)
  return { id, fulfilmentId: body.member[0].id as string }
}

const anIncident = async (member: Member) => {
  await member.post(POLICIES, { name: 'Default', isDefault: true, rules: RULES })
  const salesOrderId = await anOrder(member, 'unknown')
  await routeOrder(app(), member.tenant, salesOrderId, app().clock())
  return (await member.get('/api/fulfilment/incidents?status=open')).body.member[0].id as string
}

const ofPolicy =
  (more: object = {}): Fixture =>
  async (member) => ({ params: { id: (await aPolicy(member)).id }, ...more })

const ofOrder =
  (body?: unknown): Fixture =>
  async (member) => ({ params: { id: (await aFulfilmentOrder(member)).id }, ...(body !== undefined && { body }) })

const ofIncident =
  (more: object = {}): Fixture =>
  async (member) => ({ params: { id: await anIncident(member) }, ...more })

export const FULFILMENT_FIXTURES: Record<string, Fixture> = {
  listFulfilmentPolicies: async (member) => {
    await aPolicy(member)
    return {}
  },
  createFulfilmentPolicy: async (member) => {
    const { custodianId } = await aShelf(member)
    return { body: { name: 'Europe', rules: [{ name: 'Near', custodianIds: [custodianId] }] } }
  },
  getFulfilmentPolicy: ofPolicy(),
  updateFulfilmentPolicy: ofPolicy({ body: { name: 'World' } }),
  deleteFulfilmentPolicy: ofPolicy(),
  dryRunFulfilmentPolicy: async (member) => ({
    body: { salesOrderId: await anOrder(member, 'unknown'), rules: RULES },
    other: { salesOrderId: await anOrder(member, 'other'), rules: RULES },
  }),
  listFulfilmentOrders: async (member) => {
    await aFulfilmentOrder(member)
    return { query: 'status=open' }
  },
  createFulfilmentOrder: async (member) => ({ body: await aBody(member), other: await aBody(member) }),
  getFulfilmentOrder: ofOrder(),
  cancelFulfilmentOrder: ofOrder({ reason: 'The customer moved' }),
  holdFulfilmentOrder: ofOrder({ reason: 'address', note: 'The house number is missing' }),
  releaseFulfilmentOrder: async (member) => {
    const { id } = await aFulfilmentOrder(member)
    const { holds } = (await member.post(`${ORDERS}/${id}/hold`, { reason: 'address' })).body
    return { params: { id }, body: { holdId: holds[0].id } }
  },
  splitFulfilmentOrder: async (member) => {
    const { id, lines } = await aFulfilmentOrder(member)
    const split = (quantity: number) => ({ lines: [{ lineId: lines[0]?.id, quantity }] })
    return { params: { id }, body: split(1), other: split(2) }
  },
  reassignFulfilmentOrder: async (member) => {
    const { id, variantId } = await aFulfilmentOrder(member)
    const [one, other] = [await aShelf(member, variantId), await aShelf(member, variantId)]
    return { params: { id }, body: { custodianId: one.custodianId }, other: { custodianId: other.custodianId } }
  },
  startFulfilmentOrder: ofOrder(),
  handOverFulfilmentOrder: async (member) => {
    const { id, lines } = await aFulfilmentOrder(member)
    const parcel = (quantity: number) => ({
      parcels: [{ carrier: 'DHL', lines: [{ lineId: lines[0]?.id, quantity }] }],
    })
    return { params: { id }, body: parcel(1), other: parcel(2) }
  },
  closeFulfilmentOrderShort: ofOrder({ reason: 'The last one is broken' }),
  listFulfilmentsOfOrder: async (member) => ({ params: { id: (await aHandOff(member)).id } }),
  getFulfilmentOfOrder: async (member) => ({ params: await aHandOff(member) }),
  reverseFulfilment: async (member) => ({ params: await aHandOff(member), body: { reason: 'Wrong parcel' } }),
  renderPickList: async (member) => {
    const [{ id }, other] = [await aFulfilmentOrder(member), await aFulfilmentOrder(member)]
    return {
      body: { fulfilmentOrderIds: [id], locale: 'de_DE' },
      other: { fulfilmentOrderIds: [other.id], locale: 'de_DE' },
    }
  },
  listRoutingIncidents: async (member) => {
    await anIncident(member)
    return { query: 'status=open' }
  },
  getRoutingIncident: ofIncident(),
  resolveRoutingIncident: ofIncident({ body: { note: 'Fulfilled from the shop floor' } }),
  retryRoutingIncident: ofIncident(),
}
