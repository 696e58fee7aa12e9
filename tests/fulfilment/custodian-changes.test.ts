import { beforeEach, describe, expect, it } from 'vitest'
import { aManualChannel, importing } from '../sales/orders.ts'
import { listTasks } from '../shipping/parcels.ts'
import { aCustodian, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import {
  anInternal,
  anOrder,
  aPolicy,
  aRouted,
  INCIDENTS,
  ORDERS,
  ordersOf,
  POLICIES,
  settled,
  statusOf,
  stocking,
  totalsOf,
} from './fulfilling.ts'

const CUSTODIANS = '/api/warehousing/custodians'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const changed = async (id: string, verb: string, body?: object) => {
  const answer = await owner.post(`${CUSTODIANS}/${id}/${verb}`, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await settled()
}

const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member

const liveOrdersOf = async (salesOrderId: string) =>
  (await ordersOf(owner, salesOrderId)).filter(({ status }: { status: string }) => status === 'open')

/** Cancels a fulfilment order so that others can fulfil its pieces. */
const givingBack = async (id: string) => {
  const cancelled = await owner.post(`${ORDERS}/${id}/cancel`, { reason: 'Not here', reroute: true })
  expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200)
  await settled()
}

/** An order that was routed by a policy of its channel, which was deleted then. */
const aRoutedByDeletedPolicy = async () => {
  const [policy, channel] = [await aPolicy(owner, { isDefault: false }), await aManualChannel(owner)]
  await owner.patch(`/api/sales/channels/${channel.id}`, { defaultFulfilmentPolicyId: policy.id })
  const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
  await stocking(owner, variant.id, custodian.id, 10)
  const order = await anOrder(owner, [{ sku: variant.sku, quantity: 3 }], { channelId: channel.id })
  await settled()
  const [fulfilmentOrder] = await ordersOf(owner, order.id)
  expect(fulfilmentOrder).toMatchObject({ status: 'open', custodianId: custodian.id })
  expect((await owner.delete(`${POLICIES}/${policy.id}`)).status).toBe(204)
  return { custodian, order, fulfilmentOrder }
}

describe('an order that its custodian has not got yet', () => {
  const capability = 'tenant_picks_warehouse'

  it.each([
    ['is suspended', 'internal', 'suspend', undefined],
    ['is disconnected', 'custom', 'disconnect', undefined],
    ['loses the capability', 'custom', 'disable-capability', { capability }],
  ])('is planned at another custodian when its own %s', async (_why, type, verb, body) => {
    await aPolicy(owner)
    const fields = type === 'custom' ? { enabledCapabilities: [capability], connectionConfig: null } : {}
    const custodian = await aCustodian(owner, { type, ...fields })
    const { variant, order, stock } = await aRouted(owner, { custodian })
    const other = await anInternal(owner)
    await stocking(owner, variant.id, other.id, 5)
    await changed(custodian.id, verb, body)
    expect(await liveOrdersOf(order.id)).toMatchObject([{ custodianId: other.id }])
    const { body: left } = await owner.get(`/api/inventory/stock-items/${stock.id}`)
    expect(left.reserved).toBe(0)
    expect(await openIncidents()).toEqual([])
  })

  it('raises an incident if nobody else can be asked, and is planned again once the custodian is active', async () => {
    await aPolicy(owner)
    const { order, custodian } = await aRouted(owner)
    await changed(custodian.id, 'suspend')
    expect(await liveOrdersOf(order.id)).toEqual([])
    expect(await openIncidents()).toMatchObject([{ reason: 'no_coverage', salesOrderId: order.id }])
    expect(await statusOf(owner, order.id)).toBe('blocked')
    await changed(custodian.id, 'reactivate')
    expect(await liveOrdersOf(order.id)).toMatchObject([{ custodianId: custodian.id }])
    expect(await openIncidents()).toEqual([])
    expect(await totalsOf(owner)).toEqual({ onHand: 10, reserved: 3 })
  })

  it('stays with an incident if no policy decides, which ends once the custodian is active', async () => {
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    await stocking(owner, variant.id, custodian.id, 10)
    const deliveryAddress = { city: 'Bremen', countryCode: 'DE' }
    const given = { custodianId: custodian.id, lines: [{ variantId: variant.id, quantity: 4 }], deliveryAddress }
    const { body: made } = await owner.post(ORDERS, given)
    await changed(custodian.id, 'suspend')
    expect(await openIncidents()).toMatchObject([{ reason: 'custodian_down', fulfilmentOrderId: made.id }])
    await changed(custodian.id, 'reactivate')
    expect(await openIncidents()).toEqual([])
    const { body: after } = await owner.get(`${ORDERS}/${made.id}`)
    expect(after).toMatchObject({ status: 'open', requestMessage: null })
  })

  it('stays with an incident if the policy of its channel was deleted and there is no default', async () => {
    const { custodian, order, fulfilmentOrder } = await aRoutedByDeletedPolicy()
    await changed(custodian.id, 'suspend')
    expect(await openIncidents()).toMatchObject([{ reason: 'custodian_down', fulfilmentOrderId: fulfilmentOrder.id }])
    expect(await liveOrdersOf(order.id)).toMatchObject([{ id: fulfilmentOrder.id, custodianId: custodian.id }])
    await changed(custodian.id, 'reactivate')
    expect(await openIncidents()).toEqual([])
  })

  it('raises an incident if its pieces come back after the policy of its channel was deleted', async () => {
    const { custodian, order, fulfilmentOrder } = await aRoutedByDeletedPolicy()
    await givingBack(fulfilmentOrder.id)
    expect(await openIncidents()).toMatchObject([{ reason: 'no_rule', salesOrderId: order.id }])
    expect(await statusOf(owner, order.id)).toBe('blocked')
    expect((await owner.post(ORDERS, { salesOrderId: order.id, custodianId: custodian.id })).status).toBe(201)
    await settled()
    expect(await openIncidents()).toEqual([])
    expect(await statusOf(owner, order.id)).toBe('in_progress')
  })

  it('stays where people have begun to work on it', async () => {
    await aPolicy(owner)
    const { order, custodian, fulfilmentOrder } = await aRouted(owner)
    await owner.post(`${ORDERS}/${fulfilmentOrder.id}/start`)
    await changed(custodian.id, 'suspend')
    expect(await ordersOf(owner, order.id)).toMatchObject([{ status: 'in_progress', custodianId: custodian.id }])
  })

  it('is planned again by a second look if its plan was stored beside the change of the custodian', async () => {
    await aPolicy(owner)
    const custodian = await anInternal(owner)
    await owner.post(`${CUSTODIANS}/${custodian.id}/suspend`)
    const tasks = await listTasks('fulfilment.custodian.replan', owner.tenant)
    expect(tasks).toHaveLength(2)
  })
})

describe('a tenant without a policy', () => {
  it('has an incident of pieces that come back, and none of those that people have not planned yet', async () => {
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    await stocking(owner, variant.id, custodian.id, 10)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 5 }])
    const part = { salesOrderId: order.id, custodianId: custodian.id, lines: [{ orderLine: 0, quantity: 2 }] }
    const { body: made } = await owner.post(ORDERS, part)
    const again = await importing(owner, order.channelId, [{ ...order.row, status: 'processing' }])
    expect(again.status, JSON.stringify(again.body)).toBe(200)
    await settled()
    expect(await openIncidents()).toEqual([])
    await givingBack(made.id)
    expect(await openIncidents()).toMatchObject([{ reason: 'no_rule', salesOrderId: order.id }])
  })

  it('gets no task when a custodian changes', async () => {
    const custodian = await aCustodian(owner, { type: 'custom' })
    for (const verb of ['suspend', 'reactivate']) await owner.post(`${CUSTODIANS}/${custodian.id}/${verb}`)
    const capability = 'tenant_picks_warehouse'
    for (const verb of ['enable-capability', 'disable-capability'])
      expect((await owner.post(`${CUSTODIANS}/${custodian.id}/${verb}`, { capability })).status).toBe(200)
    for (const task of ['fulfilment.incidents.retry', 'fulfilment.custodian.replan'] as const)
      expect(await listTasks(task, owner.tenant)).toEqual([])
  })

  it('has the task once it has a policy', async () => {
    const custodian = await aCustodian(owner, { type: 'custom' })
    await aPolicy(owner)
    await settled()
    await anOrder(owner, [{ sku: 'unknown', quantity: 1 }])
    await owner.post(`${CUSTODIANS}/${custodian.id}/suspend`)
    const before = (await listTasks('fulfilment.incidents.retry', owner.tenant)).length
    await owner.post(`${CUSTODIANS}/${custodian.id}/enable-capability`, { capability: 'tenant_picks_warehouse' })
    await owner.post(`${CUSTODIANS}/${custodian.id}/reactivate`)
    expect(await listTasks('fulfilment.incidents.retry', owner.tenant)).toHaveLength(before + 1)
  })
})
