import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { vendurePayment } from '../connectors/servers/vendure-orders.ts'
import {
  aConnected,
  anInternal,
  aPolicy,
  ordersOf as fulfilmentOrdersOf,
  INCIDENTS,
  ORDERS,
  playing,
  settled,
  stocking,
  stockOf,
} from '../fulfilment/fulfilling.ts'
import { aChannel, aMerchant, aPartner, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { downstreamOf } from './downstream.ts'
import { ordersOf } from './orders.ts'
import { runTasks } from './parcels.ts'
import { simulating, syncing } from './sync.ts'

const VAT = { description: 'VAT', taxRate: 19 }

let owner: Member
let shop: Awaited<ReturnType<typeof startVendure>>
let channel: { id: string }
beforeEach(async () => {
  shop = await startVendure()
  shop.mode.precision = 2
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }) },
  })
  owner = await aMember()
  await aPolicy(owner)
  const { type, credentials } = shop
  channel = await aChannel(owner, { type, credentials, syncSettings: { daysToLookBack: 365 } })
})
afterEach(() => shop.server.stop())
afterAll(() => useApp(undefined))

let versions = 0
const aPlace = async (custodian?: { id: string }) => {
  const { id } = custodian ?? (await anInternal(owner))
  const [tea, pot] = [await aVariant(owner, { sku: 'TEA-1' }), await aVariant(owner, { sku: 'POT-1' })]
  return { tea: await stocking(owner, tea.id, id, 10), pot: await stocking(owner, pot.id, id, 10) }
}

/** A version of the order: pieces of tea at 10.00 and of pots at 20.00, with so many that were placed. */
const put = (tea: number, pots: number, more: { state?: string; paid?: number; placed?: [number, number] } = {}) => {
  const { state = 'PaymentSettled', paid = tea * 1000 + pots * 2000, placed = [tea, pots] } = more
  const at = new Date(Date.now() - 3_600_000 + ++versions * 1000).toISOString()
  const placedAt = new Date(Date.now() - 7_200_000).toISOString()
  const line = (id: string, sku: string, listPrice: number, quantity: number, of: number) => ({
    ...{ id, sku, name: sku, listPrice, quantity, placed: of, rates: [VAT] },
  })
  const lines = [line('10', 'TEA-1', 1000, tea, placed[0]), line('11', 'POT-1', 2000, pots, placed[1])]
  shop.putWith(
    sample(1, { placedAt, modifiedAt: at }),
    { lines: pots || placed[1] ? lines : lines.slice(0, 1), shipping: [] },
    { state, payments: [vendurePayment({ id: 'P1', amount: paid }, placedAt)] },
  )
}

const read = async () => {
  await syncing(owner, channel)
  await settled()
  const [found] = (await ordersOf(owner, { channelId: channel.id })).orders
  return (await owner.get(`/api/sales/orders/${found?.id}`)).body
}
const openIncidents = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
const handOver = async (orderId: string, pieces: Record<string, number>) => {
  const open = (await fulfilmentOrdersOf(owner, orderId)).find(({ status }: { status: string }) =>
    ['open', 'in_progress'].includes(status),
  )
  const lines = (open?.lines ?? []).flatMap(({ id, sku }: { id: string; sku: string }) =>
    pieces[sku] ? [{ lineId: id, quantity: pieces[sku] }] : [],
  )
  const answer = await owner.post(`${ORDERS}/${open?.id}/hand-over`, { parcels: [{ trackingNumber: 'TN1', lines }] })
  await settled()
  return answer
}

describe('while staff edits an order of Vendure', () => {
  it.each(['Modifying', 'ArrangingAdditionalPayment'])(
    'in %s nothing of it is handed over or reserved',
    async (state) => {
      const { tea, pot } = await aPlace()
      put(1, 0)
      const order = await read()
      expect(await stockOf(owner, tea.id)).toEqual({ onHand: 10, reserved: 1 })
      put(2, 1, { state, paid: 1000, placed: [1, 0] })
      const edited = await read()
      expect(edited).toMatchObject({ status: 'held', decidedBy: { reason: expect.stringContaining(state) } })
      expect((await handOver(order.id, { 'TEA-1': 1 })).status).not.toBe(200)
      expect(await stockOf(owner, tea.id)).toEqual({ onHand: 10, reserved: 0 })
      expect(await stockOf(owner, pot.id)).toEqual({ onHand: 10, reserved: 0 })
      expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: false })
      put(2, 1, { placed: [1, 0] })
      expect(await read()).toMatchObject({ status: 'accepted', total: 4000 })
      expect(await stockOf(owner, tea.id)).toEqual({ onHand: 10, reserved: 2 })
      expect(await stockOf(owner, pot.id)).toEqual({ onHand: 10, reserved: 1 })
    },
  )

  it('what was agreed before stays as it was when the edit is undone', async () => {
    const { tea, pot } = await aPlace()
    put(1, 0)
    const before = await read()
    put(2, 1, { state: 'Modifying', paid: 1000, placed: [1, 0] })
    await read()
    put(1, 0)
    expect(await read()).toMatchObject({ status: 'accepted', total: before.total, keptAmount: before.keptAmount })
    expect(await stockOf(owner, tea.id)).toEqual({ onHand: 10, reserved: 1 })
    expect(await stockOf(owner, pot.id)).toEqual({ onHand: 10, reserved: 0 })
    expect(await downstreamOf(owner, channel.id, before.id)).toMatchObject({ isUnbilled: true })
  })

  it('after a part has left, the rest waits and the addition counts for nothing until it is settled', async () => {
    const { tea, pot } = await aPlace()
    put(2, 0)
    const before = await read()
    expect((await handOver(before.id, { 'TEA-1': 1 })).status).toBe(200)
    await runTasks(owner)
    put(2, 1, { state: 'Modifying', paid: 2000, placed: [2, 0] })
    const edited = await read()
    expect(edited).toMatchObject({ status: 'accepted', total: 2000, keptAmount: 2000, platformStatus: 'Modifying' })
    expect(edited.lineItems).toMatchObject([{ sku: 'TEA-1', quantity: 2, onHoldQuantity: 2 }])
    expect((await handOver(before.id, { 'TEA-1': 1 })).status).not.toBe(200)
    expect(await stockOf(owner, tea.id)).toEqual({ onHand: 9, reserved: 0 })
    expect(await stockOf(owner, pot.id)).toEqual({ onHand: 10, reserved: 0 })
    // Another version of the same state changes nothing of it.
    put(3, 1, { state: 'ArrangingAdditionalPayment', paid: 2000, placed: [2, 0] })
    expect(await read()).toMatchObject({ total: 2000, lineItems: [{ quantity: 2, onHoldQuantity: 2 }] })
    put(2, 1, { state: 'PartiallyShipped', placed: [2, 0] })
    const after = await read()
    expect(after).toMatchObject({ status: 'accepted', total: 4000 })
    expect(after.lineItems).toMatchObject([
      { quantity: 2, onHoldQuantity: 0, fulfilledElsewhereQuantity: 0 },
      { quantity: 1, onHoldQuantity: 0 },
    ])
    expect(await stockOf(owner, tea.id)).toEqual({ onHand: 9, reserved: 1 })
    expect(await stockOf(owner, pot.id)).toEqual({ onHand: 10, reserved: 1 })
    expect(await openIncidents()).toEqual([])
  })
})

describe('what a Vendure shop cancels after a part has left', () => {
  it('is not sent any more, and stays visible', async () => {
    const { tea, pot } = await aPlace()
    put(3, 1)
    const order = await read()
    expect((await handOver(order.id, { 'TEA-1': 1, 'POT-1': 1 })).status).toBe(200)
    await runTasks(owner)
    put(1, 1, { state: 'Shipped', paid: 5000, placed: [3, 1] })
    const cancelled = await read()
    expect(cancelled).toMatchObject({ status: 'accepted', fulfilmentStatus: 'fulfilled' })
    expect(cancelled.lineItems).toMatchObject([
      { sku: 'TEA-1', quantity: 1, orderedQuantity: 3, cancelledQuantity: 2 },
      { sku: 'POT-1', quantity: 1 },
    ])
    expect(await fulfilmentOrdersOf(owner, order.id)).toMatchObject([
      {
        status: 'closed',
        outcome: 'short',
        lines: [
          { handedOver: 1, cancelled: 2 },
          { handedOver: 1, cancelled: 0 },
        ],
      },
    ])
    expect(await stockOf(owner, tea.id)).toEqual({ onHand: 9, reserved: 0 })
    expect(await stockOf(owner, pot.id)).toEqual({ onHand: 9, reserved: 0 })
    expect((await handOver(order.id, { 'TEA-1': 2 })).status).not.toBe(200)
    expect(await openIncidents()).toEqual([])
  })

  it('is stopped at a custodian whose system has it, of which people hear', async () => {
    const { known } = playing()
    const { tea } = await aPlace(await aConnected(owner))
    put(3, 1)
    const order = await read()
    const [{ id, reference, request }] = await fulfilmentOrdersOf(owner, order.id)
    expect(['sent', 'accepted']).toContain(request)
    put(1, 1, { paid: 5000, placed: [3, 1] })
    await read()
    expect(known.get(reference)?.state).toBe('cancelled')
    const all = await fulfilmentOrdersOf(owner, order.id)
    expect(all.find((each: { id: string }) => each.id === id)).toMatchObject({ status: 'cancelled' })
    // What is still wanted was asked for once more.
    const again = all.find((each: { id: string }) => each.id !== id)
    expect(again.lines).toMatchObject([{ ordered: 1 }, { ordered: 1 }])
    expect(await stockOf(owner, tea.id)).toEqual({ onHand: 10, reserved: 1 })
    const { member } = (await owner.get(INCIDENTS)).body
    expect(member).toMatchObject([{ reason: 'order_changed', description: expect.stringContaining('2 of TEA-1') }])
  })
})

it('a Vendure order that is cancelled with its shipping left in the total is neither owed nor billed', async () => {
  const { id: partnerId } = await aPartner(owner)
  const { id: merchantId } = await aMerchant(owner, { partnerId })
  await owner.put(`/api/sales/channels/${channel.id}/merchant`, { merchantId })
  const placedAt = new Date(Date.now() - 7_200_000).toISOString()
  const tell = async (state: string, quantity: number) => {
    const modifiedAt = new Date(Date.now() - 3_600_000 + ++versions * 1000).toISOString()
    const line = { id: '10', sku: 'TEA-1', listPrice: 1000, quantity, placed: 1, rates: [VAT] }
    const shipping = [{ id: '18', code: 'dhl', name: 'DHL parcel', price: 500, rate: VAT }]
    const payments = [vendurePayment({ id: 'P1', amount: 1500 }, placedAt)]
    shop.putWith(sample(1, { placedAt, modifiedAt }), { lines: [line], shipping }, { state, payments })
    return await read()
  }
  const order = await tell('PaymentSettled', 1)
  expect(order).toMatchObject({ status: 'accepted', total: 1500 })
  expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: true, owed: 1500 })
  // The money is the customer's until the shop refunds it, so somebody has to see it.
  expect(await tell('Cancelled', 0)).toMatchObject({ id: order.id, status: 'cancelled', total: 500 })
  expect(await downstreamOf(owner, channel.id, order.id)).toMatchObject({ isUnbilled: false, owed: 0 })
  const draft = { partnerId, channelId: channel.id, currencyCode: 'EUR', dueDate: '2099-03-31' }
  const { status, body } = await owner.post('/api/billing/invoices', draft)
  expect([status, body.lineItems, body.grandTotal]).toEqual([201, [], 0])
})
