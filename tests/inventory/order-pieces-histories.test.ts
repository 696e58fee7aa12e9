import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StoredOrderFulfilment } from '../../lib/fulfilment/order-fulfilments/order-fulfilment.ts'
import { routeOrder } from '../../lib/fulfilment/routing/route-order.ts'
import { readOrderPieces } from '../../lib/inventory/order-pieces/order-pieces-store.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { partition } from '../../lib/platform/store/entities/entity.ts'
import type { StoredOrder } from '../../lib/sales/orders/order.ts'
import { anInternal, aPolicy, counting, settled, stocking, storedOrders } from '../fulfilment/fulfilling.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { drainEvents } from '../support/workers.ts'

const HISTORIES = Number(process.env.HISTORIES ?? 5)
const LARGE = 9000

const STEPS = ['place', 'edit', 'end', 'accept', 'reject', 'cancel', 'count', 'send', 'route', 'work'] as const
const step = fc.record({
  what: fc.constantFrom(...STEPS, 'place', 'accept', 'work'),
  of: fc.nat(7),
  pieces: fc.integer({ min: 1, max: 6 }),
  isLarge: fc.boolean(),
  /** The transaction at which the process dies; 0 if it lives. */
  diesAt: fc.constantFrom(0, 0, 0, 1, 1, 2, 3),
  isAfter: fc.boolean(),
})

let owner: Member
beforeEach(() => useApp(makeApp(readConfig())))
afterEach(() => useApp(undefined))

const items = async <T>(name: string) =>
  (await app().db.query({ pk: partition(owner.tenant, name) })) as unknown as (T & { sk: string })[]

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** Counts from the orders and their fulfilment orders what is promised of a SKU without a reservation, and what was sold. */
const recount = async (sku: string) => {
  const [orders, records, planned] = await Promise.all([
    items<StoredOrder>('order'),
    items<StoredOrderFulfilment>('order-fulfilment'),
    storedOrders(owner),
  ])
  const unreserved = orders.flatMap((order) => {
    if (order.status !== 'held' && !(order.status === 'accepted' && order.isRouted)) return []
    const record = records.find(({ sk, isCancelled }) => sk === order.sk && !isCancelled)
    const own = planned.filter(({ salesOrderId }) => salesOrderId === order.sk).flatMap(({ lines }) => lines)
    return order.lineItems.map((line, at) => {
      if (line.sku !== sku) return 0
      const done = own.filter(({ orderLine }) => orderLine === at)
      const covered = sum(done.map(({ allocated, handedOver }) => allocated + handedOver))
      const cancelled = record?.lines.find(({ orderLine }) => orderLine === at)?.cancelled ?? 0
      return Math.max(0, line.quantity - line.fulfilledElsewhereQuantity - covered - cancelled)
    })
  })
  const sold = orders.filter(({ shopMeaning }) => shopMeaning !== 'ended').flatMap(({ lineItems }) => lineItems)
  return {
    unreserved: sum(unreserved),
    sold: sum(sold.flatMap((line) => (line.sku === sku ? line.quantity : []))),
  }
}

it('counts what orders are promised as a recount of them does, whatever happens to them and whoever dies meanwhile', () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      owner = await aMember()
      await aPolicy(owner, { rules: [{ name: 'Any', splitAllowed: true }] })
      const variants = [await aVariant(owner), await aVariant(owner)]
      const custodian = await anInternal(owner)
      const stock = await Promise.all(variants.map(({ id }) => stocking(owner, id, custodian.id, 8)))
      const channel = await aManualChannel(owner)
      const conditions = [{ rules: [{ field: 'total', operator: 'gte', value: String(LARGE) }] }]
      await owner.post('/api/sales/acceptance-rule-sets', {
        channelId: channel.id,
        name: 'L',
        conditions,
        action: 'hold',
      })
      const rows: { externalOrderId: string }[] = []
      let minute = 0
      const send = async (row: object) => {
        const modifiedAt = new Date(Date.UTC(2026, 2, 2, 6, ++minute)).toISOString()
        await importing(owner, channel.id, [{ ...row, modifiedAt }])
      }
      const linesOf = (pieces: number) => [
        { sku: variants[0]?.sku, quantity: pieces, unitPrice: 100 },
        { sku: variants[1]?.sku, quantity: 1 + (pieces % 3), unitPrice: 100 },
      ]
      const take = async ({ what, of, pieces, isLarge }: (typeof steps)[number]) => {
        const row = rows[of % Math.max(1, rows.length)]
        const orders = await items<StoredOrder>('order')
        const order = orders[of % Math.max(1, orders.length)]
        if (what === 'place') {
          const placed = aRow({ total: isLarge ? LARGE : 100, lineItems: linesOf(pieces) })
          rows.push(placed)
          await send(placed)
        }
        if (what === 'edit' && row) await send({ ...row, lineItems: linesOf(pieces) })
        if (what === 'end' && row) await send({ ...row, status: 'cancelled' })
        if (order && (what === 'accept' || what === 'reject' || what === 'cancel'))
          await owner.post(`/api/sales/orders/${order.sk}/${what}`, { reason: 'Because' })
        if (what === 'count') await counting(owner, stock[of % 2]?.id ?? '', 3 * pieces)
        if (what === 'route' && order) await routeOrder(app(), owner.tenant, order.sk, app().clock())
        if (what === 'work') await drainEvents({ duplicate: isLarge })
        if (what !== 'send') return
        const planned = (await storedOrders(owner)).filter(({ status }) => status === 'open')
        const next = planned[of % Math.max(1, planned.length)]
        const lines = (next?.lines ?? []).flatMap(({ id, ordered, handedOver, cancelled }) => {
          const open = ordered - handedOver - cancelled
          return open > 0 ? [{ lineId: id, quantity: Math.min(open, pieces) }] : []
        })
        if (next) await owner.post(`/api/fulfilment/orders/${next.id}/hand-over`, { parcels: [{ lines }] })
      }
      for (const each of steps) {
        const dies = each.diesAt > 0 && each.what !== 'work'
        if (dies) useApp(dyingAt(each.diesAt, each.isAfter))
        await take(each).catch((error) => {
          if (!dies) throw error
        })
        useApp(makeApp(readConfig()))
      }
      await settled()
      for (const { sku } of variants) {
        const counted = (await readOrderPieces(app().db, owner.tenant, [sku], [channel.id]))(sku)
        const { unreserved, sold } = await recount(sku)
        expect({ unreserved: counted.unreserved, sold: counted.ofChannels.sold }).toEqual({ unreserved, sold })
      }
    }),
    { numRuns: HISTORIES },
  ))

it('counts an order of many SKUs in several transactions, each SKU once', async () => {
  owner = await aMember()
  await aPolicy(owner)
  const channel = await aManualChannel(owner)
  const skus = Array.from({ length: 75 }, (_, i) => `MANY-${i}`)
  const lineItems = skus.map((sku, i) => ({ sku, quantity: 1 + i, unitPrice: 100 }))
  const row = aRow({ total: 100, paymentStatus: 'unpaid', lineItems })
  expect((await importing(owner, channel.id, [row])).body.imported).toBe(1)
  await drainEvents({ duplicate: true })
  const read = async () => {
    const pieces = await readOrderPieces(app().db, owner.tenant, skus, [channel.id])
    return skus.map((sku) => pieces(sku).unreserved)
  }
  expect(await read()).toEqual(skus.map((_, i) => 1 + i))
  const [order] = await items<StoredOrder>('order')
  expect((await owner.post(`/api/sales/orders/${order?.sk}/reject`, { reason: 'Late' })).status).toBe(200)
  await drainEvents({ duplicate: true })
  expect(await read()).toEqual(skus.map(() => 0))
})
