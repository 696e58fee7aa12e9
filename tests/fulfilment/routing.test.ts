import { beforeEach, describe, expect, it } from 'vitest'
import {
  findOrderFulfilment,
  saveOrderFulfilment,
} from '../../lib/fulfilment/order-fulfilments/order-fulfilment-store.ts'
import { app } from '../../lib/platform/app/app.ts'
import { runInUnit } from '../../lib/platform/store/unit.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import {
  anInternal,
  anOrder,
  aPolicy,
  counting,
  INCIDENTS,
  ordersOf,
  POLICIES,
  settled,
  statusOf,
  stocking,
  stockOf,
  topicsOf,
  totalsOf,
} from './fulfilling.ts'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})

const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member

describe('an accepted order', () => {
  it('stays as it is in a tenant without a policy', async () => {
    const variant = await aVariant(owner)
    await stocking(owner, variant.id, (await anInternal(owner)).id, 5)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 2 }])
    await settled()
    expect(await ordersOf(owner, order.id)).toEqual([])
    expect(await statusOf(owner, order.id)).toBe('none')
  })

  it('becomes a fulfilment order with its stock reserved', async () => {
    await aPolicy(owner, { rules: [{ name: 'Any', serviceLevel: 'express' }] })
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    const stock = await stocking(owner, variant.id, custodian.id, 5)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 2 }])
    await settled()
    expect(await ordersOf(owner, order.id)).toMatchObject([
      {
        salesOrderId: order.id,
        custodianId: custodian.id,
        status: 'open',
        request: 'unsent',
        isManual: true,
        serviceLevel: 'express',
        deliveryAddress: { city: 'Hamburg', countryCode: 'DE' },
        lines: [{ orderLine: 0, sku: variant.sku, ordered: 2, allocated: 2, handedOver: 0, cancelled: 0 }],
      },
    ])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 5, reserved: 2 })
    expect(await statusOf(owner, order.id)).toBe('in_progress')
    expect(await topicsOf(owner, 'fulfilment.')).toEqual(['fulfilment.order.created'])
  })

  it('is reserved once although the task is delivered again (accept-redelivered-one-reservation)', async () => {
    await aPolicy(owner)
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    const stock = await stocking(owner, variant.id, custodian.id, 5)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 2 }])
    await drainEvents({ duplicate: true, shuffle: 3 })
    expect(await ordersOf(owner, order.id)).toHaveLength(1)
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 5, reserved: 2 })
  })

  it('is divided among custodians only if the rule allows it', async () => {
    const policy = await aPolicy(owner)
    const [one, other] = [await anInternal(owner), await anInternal(owner)]
    const [a, b] = [await aVariant(owner), await aVariant(owner)]
    await stocking(owner, a.id, one.id, 3)
    await stocking(owner, b.id, other.id, 3)
    const lines = [
      { sku: a.sku, quantity: 1 },
      { sku: b.sku, quantity: 2 },
    ]
    const order = await anOrder(owner, lines)
    await settled()
    expect(await ordersOf(owner, order.id)).toEqual([])
    expect(await openIncidents()).toMatchObject([{ reason: 'no_stock', salesOrderId: order.id }])
    await owner.patch(`${POLICIES}/${policy.id}`, { rules: [{ name: 'Any', splitAllowed: true }] })
    await settled()
    const parts = await ordersOf(owner, order.id)
    expect(parts.map(({ custodianId }: { custodianId: string }) => custodianId).sort()).toEqual(
      [one.id, other.id].sort(),
    )
    expect(await openIncidents()).toEqual([])
    expect(await totalsOf(owner)).toEqual({ onHand: 6, reserved: 3 })
  })

  it('of twenty lines is reserved in several transactions, and gives all back if stock is missing', async () => {
    await aPolicy(owner)
    const custodian = await anInternal(owner)
    const variants = await Promise.all(Array.from({ length: 20 }, () => aVariant(owner)))
    await Promise.all(variants.map(({ id }) => stocking(owner, id, custodian.id, 2)))
    const whole = await anOrder(
      owner,
      variants.map(({ sku }) => ({ sku, quantity: 2 })),
    )
    await settled()
    const [order] = await ordersOf(owner, whole.id)
    expect(order.lines.map(({ allocated }: { allocated: number }) => allocated)).toEqual(Array(20).fill(2))
    expect(await totalsOf(owner)).toEqual({ onHand: 40, reserved: 40 })
    const short = await anOrder(
      owner,
      variants.map(({ sku }) => ({ sku, quantity: 1 })),
    )
    await settled()
    expect(await ordersOf(owner, short.id)).toEqual([])
    expect(await totalsOf(owner)).toEqual({ onHand: 40, reserved: 40 })
    await owner.post(`/api/fulfilment/orders/${order.id}/cancel`, { reason: 'Not wanted' })
    await settled()
    expect(await totalsOf(owner)).toEqual({ onHand: 40, reserved: 0 })
  })
})

describe('an incident', () => {
  const blocked = async () => {
    await aPolicy(owner)
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    const stock = await stocking(owner, variant.id, custodian.id, 1)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 2 }])
    await settled()
    return { custodian, variant, stock, order }
  }

  it('is raised once however often the order is planned, and says what is missing (incident-once-resolved-by-stock)', async () => {
    const { order, stock, variant } = await blocked()
    const [incident] = await openIncidents()
    expect(incident).toMatchObject({ reason: 'no_stock', orderNumber: order.number })
    expect(incident.description).toContain(`Lacks 1 of ${variant.sku}`)
    expect(await statusOf(owner, order.id)).toBe('blocked')
    await owner.post(`${INCIDENTS}/${incident.id}/retry`)
    await settled()
    expect((await topicsOf(owner, 'routing.', 'sales.order.fulfillment')).sort()).toEqual([
      'routing.incident.raised',
      'sales.order.fulfillment_blocked',
    ])
    await counting(owner, stock.id, 2)
    const { retryIncidents } = await import('../../lib/fulfilment/incidents/retry-incidents.ts')
    const { app } = await import('../../lib/platform/app/app.ts')
    await retryIncidents(app(), owner.tenant, [variant.id])
    await settled()
    expect((await owner.get(`${INCIDENTS}/${incident.id}`)).body).toMatchObject({
      status: 'resolved',
      resolvedBy: null,
    })
    expect(await ordersOf(owner, order.id)).toHaveLength(1)
    expect(await statusOf(owner, order.id)).toBe('in_progress')
  })

  it('is resolved by hand, once', async () => {
    const { order } = await blocked()
    const [incident] = await openIncidents()
    const note = { note: 'Sold in the shop' }
    expect((await owner.post(`${INCIDENTS}/${incident.id}/resolve`, note)).body).toMatchObject({
      status: 'resolved',
      resolution: 'Sold in the shop',
      resolvedBy: owner.identity,
    })
    expect((await owner.post(`${INCIDENTS}/${incident.id}/resolve`, note)).status).toBe(409)
    expect((await owner.post(`${INCIDENTS}/${incident.id}/retry`)).status).toBe(409)
    expect(await statusOf(owner, order.id)).toBe('pending')
  })

  it('names an unknown SKU, a missing rule, and custodians that cannot be used', async () => {
    const custodian = await anInternal(owner)
    await aPolicy(owner, {
      rules: [
        {
          name: 'Austria',
          conditions: [{ rules: [{ field: 'countryCode', operator: 'eq', value: 'AT' }] }],
          custodianIds: [custodian.id],
        },
      ],
    })
    const variant = await aVariant(owner)
    await owner.post(`/api/warehousing/custodians/${custodian.id}/suspend`)
    const lines = [{ sku: variant.sku, quantity: 1 }]
    await anOrder(owner, [{ sku: 'nothing', quantity: 1 }])
    await anOrder(owner, lines)
    await anOrder(owner, lines, { shippingAddress: { countryCode: 'AT' } })
    await settled()
    const reasons = (await openIncidents()).map(({ reason }: { reason: string }) => reason)
    expect(reasons.sort()).toEqual(['no_coverage', 'no_rule', 'unknown_sku'])
    await stocking(owner, variant.id, custodian.id, 1)
    await owner.post(`/api/warehousing/custodians/${custodian.id}/reactivate`)
    await settled()
    expect((await openIncidents()).map(({ reason }: { reason: string }) => reason).sort()).toEqual([
      'no_rule',
      'unknown_sku',
    ])
  })
})

describe('a sales order that changes in the shop', () => {
  const at = (n: number) => new Date(Date.UTC(2026, 2, 2, 10, n)).toISOString()

  const arriving = async (channelId: string, row: object, more: object) => {
    const { importOrder } = await import('../../lib/sales/order-changes/import-order.ts')
    const { findChannel } = await import('../../lib/sales/channels/channel-store.ts')
    const channel = await findChannel(app().db, owner.tenant, channelId)
    if (!channel) throw new Error('no channel')
    await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, (unit) =>
      importOrder(app(), unit, channel, row, more),
    )
    await settled()
  }

  const routed = async () => {
    await aPolicy(owner)
    const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
    const stock = await stocking(owner, variant.id, custodian.id, 9)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 2 }])
    await settled()
    const [fulfilmentOrder] = await ordersOf(owner, order.id)
    const withQuantity = (quantity: number) => ({
      ...order.row,
      lineItems: [{ sku: variant.sku, quantity, unitPrice: 1290 }],
    })
    return { order, variant, stock, fulfilmentOrder, withQuantity }
  }

  it('is planned again while nobody has begun', async () => {
    const { order, stock, withQuantity } = await routed()
    await arriving(order.channelId, withQuantity(5), { modifiedAt: at(1) })
    const all = await ordersOf(owner, order.id)
    expect(all.map(({ status }: { status: string }) => status)).toEqual(['open', 'cancelled'])
    expect(all[0].lines[0]).toMatchObject({ ordered: 5, allocated: 5 })
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 5 })
    expect(await openIncidents()).toEqual([])
  })

  it('has another fulfilment order for what is added once somebody has begun', async () => {
    const { order, stock, fulfilmentOrder, withQuantity } = await routed()
    await owner.post(`/api/fulfilment/orders/${fulfilmentOrder.id}/start`)
    await arriving(order.channelId, withQuantity(5), { modifiedAt: at(1) })
    expect(await openIncidents()).toEqual([])
    const all = await ordersOf(owner, order.id)
    expect(all.map(({ lines }: { lines: { ordered: number }[] }) => lines[0]?.ordered).sort()).toEqual([2, 3])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 5 })
  })

  it('tells people that its address was changed after somebody has begun', async () => {
    const { order, fulfilmentOrder } = await routed()
    await owner.post(`/api/fulfilment/orders/${fulfilmentOrder.id}/start`)
    const moved = { ...order.row, shippingAddress: { line1: 'Other street 2', city: 'Hamburg', countryCode: 'DE' } }
    await arriving(order.channelId, moved, { modifiedAt: at(1) })
    expect(await openIncidents()).toMatchObject([{ reason: 'order_changed' }])
    expect(await ordersOf(owner, order.id)).toMatchObject([{ id: fulfilmentOrder.id, lines: [{ ordered: 2 }] }])
  })

  it('plans nothing twice if somebody begins while it is withdrawn', async () => {
    const { order, stock, fulfilmentOrder, withQuantity } = await routed()
    // The worker that withdraws the order dies after its first transaction.
    await runInUnit(app().db, { tenant: owner.tenant, actor: null, now: new Date() }, async (unit) => {
      const record = await findOrderFulfilment(app().db, owner.tenant, order.id)
      if (record) saveOrderFulfilment(unit, record, { ...record, isReplanning: true })
    })
    await owner.post(`/api/fulfilment/orders/${fulfilmentOrder.id}/start`)
    await arriving(order.channelId, withQuantity(5), { modifiedAt: at(1) })
    const all = await ordersOf(owner, order.id)
    expect(all.map(({ lines }: { lines: { ordered: number }[] }) => lines[0]?.ordered).sort()).toEqual([2, 3])
    expect(await stockOf(owner, stock.id)).toEqual({ onHand: 9, reserved: 5 })
  })

  it('and is cancelled gives its stock back, unless it left already (cancel-order-after-handoff-no-release)', async () => {
    const first = await routed()
    await arriving(first.order.channelId, first.order.row, { modifiedAt: at(2), isCancelled: true })
    expect(await ordersOf(owner, first.order.id)).toMatchObject([{ status: 'cancelled' }])
    expect(await stockOf(owner, first.stock.id)).toEqual({ onHand: 9, reserved: 0 })
    expect(await statusOf(owner, first.order.id)).toBe('cancelled')
    const second = await routed()
    await owner.post(`/api/fulfilment/orders/${second.fulfilmentOrder.id}/hand-over`, { parcels: [{ carrier: 'DHL' }] })
    await arriving(second.order.channelId, second.order.row, { modifiedAt: at(2), isCancelled: true })
    expect(await ordersOf(owner, second.order.id)).toMatchObject([{ status: 'closed', outcome: 'full' }])
    expect(await stockOf(owner, second.stock.id)).toEqual({ onHand: 7, reserved: 0 })
  })
})

describe('a policy', () => {
  it('of the channel comes before the default one, and must exist', async () => {
    const [one, other] = [await anInternal(owner), await anInternal(owner)]
    await aPolicy(owner, { rules: [{ name: 'One', custodianIds: [one.id] }] })
    const own = await aPolicy(owner, { isDefault: false, rules: [{ name: 'Other', custodianIds: [other.id] }] })
    const variant = await aVariant(owner)
    for (const { id } of [one, other]) await stocking(owner, variant.id, id, 5)
    const channel = await aManualChannel(owner)
    const at = `/api/sales/channels/${channel.id}`
    expect((await owner.patch(at, { defaultFulfilmentPolicyId: channel.id })).status).toBe(400)
    expect((await owner.patch(at, { defaultFulfilmentPolicyId: own.id })).body.defaultFulfilmentPolicyId).toBe(own.id)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 1 }], { channelId: channel.id })
    await settled()
    expect(await ordersOf(owner, order.id)).toMatchObject([{ custodianId: other.id }])
  })

  it('is tried without changing anything, and explains itself', async () => {
    const [one, other] = [await anInternal(owner), await anInternal(owner, { name: 'Far away' })]
    const variant = await aVariant(owner)
    await stocking(owner, variant.id, one.id, 1)
    await stocking(owner, variant.id, other.id, 5)
    const order = await anOrder(owner, [{ sku: variant.sku, quantity: 3 }])
    const rules = [
      { name: 'Swiss', conditions: [{ rules: [{ field: 'countryCode', operator: 'eq', value: 'CH' }] }] },
      { name: 'Rest', custodianIds: [one.id, other.id] },
    ]
    const { status, body } = await owner.post(`${POLICIES}/dry-run`, { salesOrderId: order.id, rules })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      rule: 'Rest',
      ruleIndex: 1,
      incident: null,
      fulfilmentOrders: [{ custodianId: other.id, lines: [{ sku: variant.sku, quantity: 3 }] }],
      custodians: [
        { custodianId: one.id, isChosen: false, reason: `Lacks 2 of ${variant.sku}` },
        { custodianId: other.id, isChosen: true, reason: 'Has everything' },
      ],
    })
    expect(await totalsOf(owner)).toEqual({ onHand: 6, reserved: 0 })
  })

  it('names all rules and custodians that are wrong', async () => {
    const { status, body } = await owner.post(POLICIES, {
      name: 'Wrong',
      rules: [
        { name: 'A', conditions: [{ rules: [{ field: 'total', operator: 'gt', value: 'much' }] }] },
        { name: 'B', custodianIds: ['01JNBV8ZK4T6Q9WD3E5RXH7M2C'] },
      ],
    })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'rules[0].conditions[0].rules[0].value',
      'rules[1].custodianIds[0]',
    ])
  })

  it('is refused if its rules are too long to be stored together', async () => {
    const rules = Array.from({ length: 15 }, () => ({ field: 'number', operator: 'in', value: 'x'.repeat(4000) }))
    const { status, body } = await owner.post(POLICIES, {
      name: 'Many numbers',
      rules: [
        { name: 'A', conditions: [{ rules }] },
        { name: 'B', conditions: [{ rules }] },
      ],
    })
    expect([status, body.violations?.[0].propertyPath]).toEqual([400, 'rules'])
  })

  it('that is deleted routes nothing any more', async () => {
    const policy = await aPolicy(owner)
    expect((await owner.delete(`${POLICIES}/${policy.id}`)).status).toBe(204)
    const channel = await aManualChannel(owner)
    await importing(owner, channel.id, [aRow({ lineItems: [{ sku: 'x', quantity: 1 }] })])
    await settled()
    expect(await openIncidents()).toEqual([])
    expect((await owner.get(POLICIES)).body.member).toEqual([])
  })
})
