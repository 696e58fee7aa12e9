import { toDay } from '../book.ts'
import { type Body, keepInvoice } from './keep-invoice.ts'
import { type Total, taxIn } from './prices.ts'
import { changeInShop, placeOrder } from './shop-changes.ts'
import { addTo, keptByRate, keptOf, type Share, type ShopOrder, toRow } from './shop-order.ts'
import { among, type Customer, compare, count, must, type Sold, type World } from './world.ts'

const INVOICES = '/api/billing/invoices'
const DAY_MS = 86_400_000

const HOME: Readonly<Record<number, string>> = { 19: '8400', 7: '8300', 0: '1700' }

export const accountOfRate = (rate: number): string => HOME[rate] ?? `8320 AT ${rate}`

const toQuarter = (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** The business whose orders are billed to it. */
const marketplace = ({ customers }: World) => customers.at(-1) as Customer

/** Imports versions of orders at once, and books what they owe the custodian who sells through its channel. */
const tell = async (world: World, orders: readonly ShopOrder[], before: ReadonlyMap<ShopOrder, number>) => {
  for (const channel of ['gross', 'net', 'owed'] as const) {
    const own = orders.filter((order) => order.channel === channel)
    if (!own.length) continue
    const rows = own.map((order) => toRow(order, world.now))
    const path = `/api/sales/channels/${world.channels[channel]}/import-orders`
    const { imported, errors } = await must(world.clerk.post(path, { orders: rows }))
    compare(world, 'imported orders', [imported, errors], [own.length, []])
    if (channel !== 'owed') continue
    for (const order of own) {
      const amount = keptOf(order) - (before.get(order) ?? 0)
      if (amount) world.charges.push({ id: null, amount, day: toDay(world.now), isSettled: false })
    }
  }
}

/** Places orders in two countries, of shops with and without tax in their prices, and of the custodian's. */
export const placeOrders = async (world: World, numbers: Readonly<Record<ShopOrder['channel'], number>>) => {
  const placed = Object.entries(numbers).flatMap(([channel, number]) =>
    Array.from({ length: number }, () =>
      placeOrder(world, channel as ShopOrder['channel'], among(world, 2) ? 'AT' : 'DE'),
    ),
  )
  await tell(world, placed, new Map())
  world.shopOrders.push(...placed)
  count(world, 'orders', placed.length)
}

/** Changes some orders in their shops, whether they wait for an invoice, are in a draft or on issued ones. */
export const changeOrders = async (world: World, most: number): Promise<void> => {
  const before = new Map(world.shopOrders.map((order) => [order, keptOf(order)]))
  const changed = new Set<ShopOrder>()
  for (let i = 0; i < most && world.shopOrders.length; i++) {
    const recent = world.shopOrders.slice(-3 * most)
    const order = recent[among(world, recent.length)] as ShopOrder
    if (!changed.has(order) && changeInShop(world, order)) changed.add(order)
  }
  await tell(world, [...changed], before)
}

export const sumShares = (all: readonly ReadonlyMap<number, number>[]): Map<number, number> => {
  const sums = new Map<number, number>()
  for (const each of all) addTo(sums, toParts(each))
  return sums
}

export const toParts = (sums: ReadonlyMap<number, number>): Share[] =>
  [...sums].map(([rate, cents]) => ({ rate, cents }))

/** Totals of a document over amounts with tax: the tax of each rate and country is taken out of its sum once. */
const addUp = (sums: ReadonlyMap<number, number>): Total => {
  let [net, tax] = [0, 0]
  const byAccount = new Map<string, number>()
  for (const [rate, gross] of sums) {
    const own = taxIn(gross, BigInt(rate))
    net += gross - own
    tax += own
    if (gross) byAccount.set(accountOfRate(rate), gross)
  }
  return { net, tax, gross: net + tax, byAccount }
}

export interface ShownTax {
  ratePercent: number
  country: string | null
  oneStopShop: boolean
  base: number
  tax: number
}

/** Notes what the return of the one-stop shop must have of a document. */
export const declareTaxes = (world: World, day: string, taxes: readonly ShownTax[], suppliedOn?: string): void => {
  const sign = suppliedOn ? -1 : 1
  for (const { ratePercent, country, base, tax } of taxes.filter((each) => each.country !== null)) {
    const kind = suppliedOn ? `correction ${toQuarter(suppliedOn)}` : 'supply'
    const key = `${toQuarter(day)} ${kind} ${country} ${ratePercent}`
    const { net = 0, tax: before = 0 } = world.oneStopShop.get(key) ?? {}
    world.oneStopShop.set(key, { net: net + sign * base, tax: before + sign * tax })
  }
}

const countryOf = (rate: number) => (HOME[rate] ? null : 'AT')

/** The taxes that a document over these amounts must show. */
const taxesOf = (sums: ReadonlyMap<number, number>): ShownTax[] =>
  toParts(sums)
    .filter(({ cents }) => cents !== 0)
    .map(({ rate, cents }) => {
      const tax = taxIn(cents, BigInt(rate))
      const country = countryOf(rate)
      return { ratePercent: rate, country, oneStopShop: country !== null, base: cents - tax, tax }
    })

const sortTaxes = (taxes: readonly ShownTax[]) =>
  taxes
    .filter(({ base, tax }) => base || tax)
    .map(({ ratePercent, country, oneStopShop, base, tax }) => [ratePercent, country, oneStopShop, base, tax])
    .toSorted((one, other) => Number(other[0]) - Number(one[0]))

/** Books an invoice that bills orders by these amounts. */
export const keepBill = (
  world: World,
  body: Body,
  billed: ReadonlyMap<ShopOrder, ReadonlyMap<number, number>>,
): Sold => {
  const sums = sumShares([...billed.values()])
  const sold = keepInvoice(world, marketplace(world), body, [], { pricesIncludeTax: true, total: addUp(sums) })
  const taxes = taxesOf(sums)
  compare(world, `taxes of ${sold.number}`, sortTaxes(body.taxes), sortTaxes(taxes))
  declareTaxes(world, toDay(sold.issuedAt), taxes)
  world.taxesOf.set(sold.id, taxes)
  for (const [order, amounts] of billed) {
    order.isInDraft = false
    order.billedBy.set(sold.id, new Map(amounts))
  }
  return sold
}

const dueIn = ({ now }: World, days: number) => toDay(now + days * DAY_MS)

const waiting = ({ shopOrders }: World, channel: ShopOrder['channel']) =>
  shopOrders.filter((order) => order.channel === channel && !order.isCancelled && !order.billedBy.size)

const ask = (world: World, channel: 'gross' | 'net', fields: object = {}) => {
  const given = { partnerId: marketplace(world).id, channelId: world.channels[channel] }
  return must(world.clerk.post(INVOICES, { ...given, currencyCode: 'EUR', dueDate: dueIn(world, 14), ...fields }))
}

/** Drafts an invoice over the orders that wait for one. They may change before it is issued. */
export const draftOrders = async (world: World): Promise<void> => {
  const orders = waiting(world, 'gross').filter(({ isInDraft }) => !isInDraft)
  if (!orders.length || world.draftId) return
  world.draftId = (await ask(world, 'gross')).id
  for (const order of orders) order.isInDraft = true
}

const pickKept = (orders: readonly ShopOrder[]) => new Map(orders.map((order) => [order, keptByRate(order)]))

/** Issues the draft with the orders as they are now; one of which nothing is left is deleted. */
export const issueOrders = async (world: World): Promise<void> => {
  const { draftId: id } = world
  if (id === null) return
  const orders = waiting(world, 'gross').filter(({ isInDraft }) => isInDraft)
  world.draftId = null
  if (orders.length) keepBill(world, await must(world.clerk.post(`${INVOICES}/${id}/issue`, {})), pickKept(orders))
  else await must(world.clerk.delete(`${INVOICES}/${id}`))
}

/** Bills the orders of the shop without tax in its prices at once. */
export const drawOrders = async (world: World): Promise<void> => {
  const orders = waiting(world, 'net')
  if (orders.length) keepBill(world, await ask(world, 'net', { issueImmediately: true }), pickKept(orders))
}

/** Takes the orders of a cancelled invoice back, so that another one bills them. */
export const releaseOrders = (world: World, { id, issuedAt }: Sold): void => {
  for (const order of world.shopOrders) order.billedBy.delete(id)
  declareTaxes(world, toDay(world.now), world.taxesOf.get(id) ?? [], toDay(issuedAt))
}

/** What waits for an invoice or is in a draft. */
export const sumUnbilled = ({ shopOrders }: World): number =>
  shopOrders
    .filter(({ channel, billedBy }) => channel !== 'owed' && !billedBy.size)
    .reduce((sum, order) => sum + keptOf(order), 0)
