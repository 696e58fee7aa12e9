import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handler as redriveEveryMinute } from '../../functions/events/every-minute-redrive-outbox.ts'
import { handler as pollEveryMinute } from '../../functions/warehousing/every-minute-poll-custodians.ts'
import { verifyStockOfTenant } from '../../lib/inventory/verification/verify-stock.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { aTariff, RATES, readCharges, sumByType } from '../billing/tariffing.ts'
import { type AtWork, aSimulatedCustodian } from '../custodians/world.ts'
import { fulfilmentsOf } from '../sales/parcels.ts'
import { aSimulatedChannel, later, simulating, syncing } from '../sales/sync.ts'
import { aProduct, aVariant } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'
import { drainEvents } from '../support/workers.ts'
import { aPolicy, handOffs, INCIDENTS, ordersOf, stocking, topicsOf, totalsOf } from './fulfilling.ts'
import { anAuthorizedReturn, receive } from './returning.ts'

const GOODS = 6
const ON_HAND = 50
const MINUTE_MS = 60_000
const CONTEXT = { getRemainingTimeInMillis: () => 50_000 } as never

let owner: Member
let custodian: AtWork
let channel: { id: string }
beforeAll(async () => {
  simulating()
  owner = await aMember()
  custodian = await aSimulatedCustodian(owner, 'step_seconds=60&split_percent=100&twice_percent=50&disorder_percent=30')
  // The filters name unpaid orders, too, so that all are accepted.
  const syncSettings = { statusFilters: ['pending', 'processing'] }
  channel = await aSimulatedChannel(owner, { orders: '5', changed_percent: '0' }, { syncSettings })
  const { id: productId } = await aProduct(owner)
  for (let i = 0; i < GOODS; i++) {
    const variant = await aVariant(owner, { productId, sku: `SIM-${i}` })
    await stocking(owner, variant.id, custodian.id, ON_HAND)
  }
  await aPolicy(owner)
  await aTariff(owner, custodian.stored.partnerId, { rates: [...RATES, { per: 'return', amount: 275 }] })
})
afterAll(() => useApp(undefined))

/** Lets time pass as the schedules see it. */
const pass = async (minutes: number) => {
  for (let i = 0; i < minutes; i++) {
    later(MINUTE_MS)
    await pollEveryMinute({}, CONTEXT)
    await redriveEveryMinute({}, CONTEXT)
    await drainEvents()
  }
}

interface Line {
  sku: string
  quantity: number
}

const importing = async () => {
  await syncing(owner, channel)
  const { body } = await owner.get(`/api/sales/orders?channelId=${channel.id}`)
  for (const { id, status } of body.member)
    if (status === 'imported') expect((await owner.post(`/api/sales/orders/${id}/accept`)).status).toBe(200)
  await drainEvents()
  return body.member as { id: string; number: string; lineItems: Line[] }[]
}

const countPieces = (lines: readonly { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const countLines = (all: readonly { lines: readonly unknown[] }[]) =>
  all.reduce((sum, { lines }) => sum + lines.length, 0)

const listShipments = async ({ id }: { id: string }) =>
  (await owner.get(`/api/shipping/shipments?salesOrderId=${id}`)).body.member

describe('orders of a simulated shop', () => {
  it('reach the buyers from a simulated custodian, and everything adds up', async () => {
    const orders = await importing()
    expect(orders).toHaveLength(5)
    const pieces = orders.reduce((sum, { lineItems }) => sum + countPieces(lineItems), 0)
    expect(await totalsOf(owner)).toEqual({ onHand: GOODS * ON_HAND, reserved: pieces })

    await pass(14)
    // A token is valid for fifteen minutes, and the work itself takes some time too.
    owner = await aMember({ tenant: owner.tenant })
    expect((await owner.get(`${INCIDENTS}?status=open`)).body.member).toEqual([])
    for (const order of orders) {
      expect(await ordersOf(owner, order.id)).toMatchObject([
        { status: 'closed', outcome: 'full', request: 'accepted' },
      ])
      const shipments = await listShipments(order)
      expect(shipments).toHaveLength(countPieces(order.lineItems) > 1 ? 2 : 1)
      for (const shipment of shipments) expect(shipment).toMatchObject({ status: 'delivered', salesOrderId: order.id })
      const { fulfilments } = await fulfilmentsOf(owner, order)
      const shown = fulfilments?.map(({ trackingNumber, carrier }) => ({ trackingNumber, carrier }))
      const known = shipments.map(({ trackingNumber }: { trackingNumber: string }) => trackingNumber)
      expect(shown?.map(({ trackingNumber }) => trackingNumber).sort()).toEqual(known.sort())
      expect(countPieces(fulfilments?.flatMap(({ lines }) => lines) ?? [])).toBe(countPieces(order.lineItems))
    }
    expect(await totalsOf(owner)).toEqual({ onHand: GOODS * ON_HAND - pieces, reserved: 0 })
    expect((await topicsOf(owner, 'sales.order.fulfilled')).length).toBe(orders.length)

    const [order] = orders
    const [line] = order?.lineItems ?? []
    if (!order || !line) throw new Error('there is no order')
    const asked = await anAuthorizedReturn(owner, order.id, line.sku, 1)
    expect((await receive(owner, asked, 1)).status).toBe(200)
    await drainEvents()
    expect(await totalsOf(owner)).toEqual({ onHand: GOODS * ON_HAND - pieces + 1, reserved: 0 })
    expect((await verifyStockOfTenant(app().db, owner.tenant)).differences).toEqual([])

    const left = await handOffs(owner)
    expect(countPieces(left.flatMap(({ lines }) => lines))).toBe(pieces)
    const parcels = (await Promise.all(orders.map(listShipments))).flat()
    const charges = await readCharges(owner)
    expect(sumByType(charges)).toEqual({
      order: 150 * orders.length,
      line: 30 * countLines(left),
      piece: left.reduce((sum, { lines }) => sum + Math.round(countPieces(lines) * 12.5), 0),
      parcel: 420 * parcels.length,
      return: 275,
    })
    const { status, body: settlement } = await owner.post('/api/billing/settlements', {
      partnerId: custodian.stored.partnerId,
      basis: 'ad_hoc',
      currency: 'EUR',
    })
    expect(status, JSON.stringify(settlement)).toBe(201)
    await drainEvents()
    const { body: collected } = await owner.get(`/api/billing/settlements/${settlement.id}`)
    // The settlement rounds the half cents of all pieces together.
    const [rounded, exact] = [sumByType(charges).piece ?? 0, Math.round(pieces * 12.5)]
    expect(collected.totalAmount).toBe(charges.reduce((sum, { amount }) => sum + amount, exact - rounded))

    const [parcel] = await listShipments(order)
    const { body: shipment } = await owner.get(`/api/shipping/shipments/${parcel.id}`)
    const page = await client().get(new URL(shipment.trackingPageUrl).pathname)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Simulated parcels')
  }, 120_000)
})
