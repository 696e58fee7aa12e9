import { expect } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app } from '../../lib/platform/app/app.ts'
import { createLog } from '../../lib/platform/log.ts'
import { anInternal, aPolicy, ordersOf, stocking } from '../fulfilment/fulfilling.ts'
import { aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { seeded } from '../support/faults.ts'
import { changeInShop, placeOrder } from '../year/business/shop-changes.ts'
import { addTo, keptByRate, keptOf, type ShopOrder, toRow, totalOf } from '../year/business/shop-order.ts'
import { aChangingShop } from './changing-shop.ts'

/** Currencies whose amounts have no, two and three decimals. */
const CURRENCIES = ['JPY', 'EUR', 'KWD']
const ORDERS = 2
const STOCK = 10_000
const TASKS = ['billing.invoice.', 'fulfilment.orders.']

const SETTINGS = {
  'general.country': 'DE',
  'billing.invoiceChecks': 'off',
  'billing.taxRates': { standard: 19, reduced: 7 },
  'billing.taxRules': ['one_stop_shop'],
  'billing.taxRatesByCountry': {
    AT: {
      standard: [{ ratePercent: 20, validFrom: '2014-01-01' }],
      reduced: [{ ratePercent: 10, validFrom: '2014-01-01' }],
    },
  },
}

type Sums = Map<number, number>

/** An order with the pieces that were handed over. */
interface Followed extends ShopOrder {
  orderId: string
  handedOver: number
}

const openHistory = async (seed: number) => {
  const random = seeded(seed)
  const among = (most: number) => Math.floor(random() * most)
  const owner = await aMember()
  const settings = Object.entries(SETTINGS).map(([key, value]) => ({ key, value }))
  await owner.put('/api/configuration/settings/bulk', { settings })
  const [custodian, variant] = [await anInternal(owner), await aVariant(owner)]
  await stocking(owner, variant.id, custodian.id, STOCK)
  await aPolicy(owner)
  const shop = await aChangingShop(owner)
  const tally: Record<string, number> = {}
  const world = { random, tally }
  return {
    seed,
    owner,
    shop,
    sku: variant.sku,
    among,
    world,
    currency: CURRENCIES[seed % CURRENCIES.length] as string,
    tally,
  }
}

type History = Awaited<ReturnType<typeof openHistory>>

const count = ({ tally }: History, name: string) => {
  tally[name] = (tally[name] ?? 0) + 1
}

const runTasks = async ({ tenant }: Member, on = app()): Promise<void> => {
  for (;;) {
    const all = await app().db.query<{ task: string; data: { tenant?: string }; handledAt?: string }>({
      pk: 'T#PLATFORM#task',
    })
    const own = all.filter(
      ({ task, data, handledAt }) =>
        !handledAt && data.tenant === tenant && TASKS.some((name) => task.startsWith(name)),
    )
    if (!own.length) return
    // Workers do not wait for each other.
    await Promise.all(own.map((task) => runTask(on, task, new Date(), createLog({}))))
  }
}

const tell = async ({ shop, currency, sku }: History, order: ShopOrder): Promise<void> => {
  const { modifiedAt: _at, externalOrderId: _id, number: _number, total, lineItems, ...row } = toRow(order, 0)
  await shop.tell(order.id, total, { ...row, currency, lineItems: lineItems.map((line) => ({ ...line, sku })) })
}

const place = async (history: History): Promise<Followed> => {
  const { owner, shop, among, world } = history
  const order = placeOrder(world as never, among(2) ? 'gross' : 'net', among(2) ? 'AT' : 'DE')
  await tell(history, order)
  const { member } = (await owner.get(`/api/sales/orders?channelId=${shop.channel.id}`)).body
  const found = member.find((each: { externalOrderId: string }) => each.externalOrderId === order.id)
  return { ...order, orderId: found.id, handedOver: 0 }
}

/** Counts pieces of goods; gift cards are not sent. */
const piecesOf = ({ lines }: ShopOrder) => lines.reduce((sum, { quantity, rate }) => sum + (rate ? quantity : 0), 0)

/** Changes an order as its shop may: pieces are refunded once they have left, and removed and cancelled before. */
const change = async (history: History, order: Followed): Promise<void> => {
  const before = structuredClone({ ...order })
  const isChanged = changeInShop(history.world as never, order)
  const refunded = order.lines.reduce((sum, line) => sum + line.refunded, 0)
  const isPossible =
    refunded <= order.handedOver && (!order.handedOver || (!order.isCancelled && piecesOf(order) >= piecesOf(before)))
  if (isChanged && isPossible) return await tell(history, order)
  Object.assign(order, before)
}

interface PlannedLine {
  id: string
  ordered: number
  cancelled: number
  handedOver: number
}

const plannedFor = async ({ owner }: History, { orderId }: Followed) => {
  const planned: { id: string; status: string; lines: PlannedLine[] }[] = await ordersOf(owner, orderId)
  return planned.filter(({ status }) => status !== 'cancelled')
}

const openPieces = ({ ordered, cancelled, handedOver }: PlannedLine) => ordered - cancelled - handedOver

/** Hands a piece of the order over. */
const handOver = async (history: History, order: Followed): Promise<void> => {
  await runTasks(history.owner)
  for (const { id, lines } of await plannedFor(history, order)) {
    const line = lines.find((each) => openPieces(each) > 0)
    if (!line) continue
    const parcels = [{ carrier: 'DHL', lines: [{ lineId: line.id, quantity: 1 }] }]
    const { status, text } = await history.owner.post(`/api/fulfilment/orders/${id}/hand-over`, { parcels })
    expect(status, text).toBe(200)
    order.handedOver += 1
    count(history, 'pieces handed over')
    return
  }
}

const issueDrafts = async (history: History): Promise<void> => {
  for (const { id, status, lineItemCount } of (await history.shop.books()).invoices)
    if (status === 'draft' && lineItemCount) {
      await history.owner.post(`/api/billing/invoices/${id}/issue`)
      count(history, 'issued invoices')
    }
}

/** Adds up documents by rate, with their taxes. */
const sumDocuments = async ({ owner }: History, path: string, all: { id: string }[]): Promise<Sums> => {
  const sums: Sums = new Map()
  for (const { id } of all)
    for (const { ratePercent, base, tax } of (await owner.get(`/api/billing/${path}/${id}`)).body.taxes)
      addTo(sums, [{ rate: ratePercent, cents: base + tax }])
  return sums
}

const toParts = (sums: Sums) => [...sums].map(([rate, cents]) => ({ rate, cents }))
const sortSums = (sums: Sums) => [...sums].filter(([, cents]) => cents).toSorted(([one], [other]) => one - other)

const findIncident = async ({ owner }: History, { orderId }: Followed): Promise<string | undefined> => {
  const { member } = (await owner.get('/api/fulfilment/incidents?status=open')).body
  return member.find((each: { salesOrderId: string }) => each.salesOrderId === orderId)?.reason
}

/** Checks an order as the platform shows it, and with the pieces that are to be sent. */
const checkOrder = async (history: History, order: Followed): Promise<void> => {
  const { body } = await history.owner.get(`/api/sales/orders/${order.orderId}`)
  const parts = [...body.lineItems, ...body.shippingLines].reduce((sum: number, { total }) => sum + total, 0)
  const kept = keptOf({ ...order, isCancelled: false })
  expect([parts + (body.adjustment?.amount ?? 0), body.total, body.keptAmount]).toEqual([
    body.total,
    totalOf(order),
    kept,
  ])
  const planned = (await plannedFor(history, order)).flatMap(({ lines }) => lines)
  const open = planned.reduce((sum, line) => sum + openPieces(line), 0)
  const wanted = order.isCancelled ? 0 : piecesOf(order) - order.handedOver
  if (open === wanted) return
  // Of an order that its custodian works on, people decide about changes.
  expect([order.id, open, order.handedOver > 0, await findIncident(history, order)]).toEqual([
    ...[order.id, open, true, 'order_changed'],
  ])
  count(history, 'changes left to people')
}

/** Checks orders, charges, revenue, documents and pieces against what the buyers paid and got back. */
const agree = async (history: History, orders: readonly Followed[]): Promise<void> => {
  const { owner, shop, currency } = history
  await runTasks(owner)
  for (const order of orders) await checkOrder(history, order)
  const kept: Sums = new Map()
  for (const order of orders) addTo(kept, toParts(keptByRate(order)))
  const total = [...kept.values()].reduce((sum, cents) => sum + cents, 0)
  const { body: analytics } = await owner.get(`/api/sales/channels/${shop.channel.id}/analytics?period=all_time`)
  const other = analytics.otherRevenue.find((each: { currency: string }) => each.currency === currency)
  const revenue = analytics.currency === currency ? analytics.totalRevenue : (other?.totalRevenue ?? 0)
  expect([(await shop.books()).owed, revenue]).toEqual([total, total])
  const { lineItems, id } = await shop.draw({ currencyCode: currency })
  if (!lineItems.length) await owner.delete(`/api/billing/invoices/${id}`)
  const { invoices, notes, billed } = await shop.books()
  const sums = await sumDocuments(history, 'invoices', invoices)
  addTo(sums, toParts(await sumDocuments(history, 'credit-notes', notes)), -1)
  expect([billed, sortSums(sums)]).toEqual([total, sortSums(kept)])
}

const STEPS = 8

/**
 * Lives a history of orders that are changed, billed and sent while those who follow them are killed, and checks all after each
 * step. Returns how often what happened.
 */
export const liveHistory = async (seed: number): Promise<Record<string, number>> => {
  const history = await openHistory(seed)
  const { among, owner } = history
  const orders: Followed[] = []
  for (let i = 0; i < ORDERS; i++) orders.push(await place(history))
  await agree(history, orders)
  for (let step = 0; step < STEPS; step++) {
    const order = orders[among(orders.length)] as Followed
    const chance = among(10)
    if (chance < 7) await change(history, order)
    else if (chance < 8) await handOver(history, order)
    else await issueDrafts(history)
    if (among(3) === 0) {
      await runTasks(owner, dyingAt(1 + among(3), among(2) === 0)).catch(() => count(history, 'killed'))
    }
    await agree(history, orders)
  }
  count(history, 'histories')
  return history.tally
}
