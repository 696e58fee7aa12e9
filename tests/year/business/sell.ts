import { handler as billRecurring } from '../../../functions/billing/every-quarter-hour-bill-recurring.ts'
import { debtor, toDay } from '../book.ts'
import { toInput } from './company.ts'
import { addUp, type Line, rateOf, taxIn } from './prices.ts'
import { among, type Customer, choose, compare, count, must, runTasks, type Sold, type World } from './world.ts'

const INVOICES = '/api/billing/invoices'
const DAY_MS = 86_400_000
const TERMS = [7, 14, 30]

/** Makes lines, the first of which has another category of the customer in each round. */
const makeLines = (world: World, { categories }: Customer, round: number): Line[] => {
  const lines = Array.from({ length: 1 + among(world, 4) }, (_, i) => ({
    category: i ? choose(world, categories) : (categories[round % categories.length] as string),
    thousandths: among(world, 3) ? 1000 * (1 + among(world, 20)) : 1 + among(world, 9000),
    price: 1 + among(world, 40_000),
  }))
  const [first] = lines as [Line]
  const discount = { category: first.category, thousandths: 1000, price: -1 - among(world, 2000) }
  const reduced = [...lines, discount]
  return among(world, 6) === 0 && addUp(reduced).gross > 0 ? reduced : lines
}

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
type Body = any

/** Books an issued invoice and compares its totals. */
const keep = (
  world: World,
  customer: Customer,
  body: Body,
  lines: readonly Line[],
  { pricesIncludeTax = false, total = addUp(lines, pricesIncludeTax) } = {},
): Sold => {
  const { id, invoiceNumber: number, dueDate } = body
  const issuedAt = Date.parse(body.issuedAt)
  compare(world, `status of ${number}`, body.status, 'issued')
  compare(
    world,
    `totals of ${number}`,
    [body.subtotal, body.taxTotal, body.grandTotal],
    [...[total.net, total.tax, total.gross]],
  )
  const ids: { id: string }[] = body.lineItems
  const kept = lines.map((line, i) => ({ ...line, id: ids[i]?.id ?? '' }))
  const invoice = { ...total, id, number, customer, dueDate, issuedAt, lines: kept, open: total.gross, credited: 0 }
  const sold = { ...invoice, pricesIncludeTax, isPaidInPart: false, isCancelled: false }
  world.invoices.push(sold)
  for (const [account, gross] of total.byAccount) world.book.post(debtor(customer.id), account, gross, issuedAt)
  count(world, 'invoices')
  return sold
}

const dueIn = (world: World, days: number) => toDay(world.now + days * DAY_MS)

/** Sells to one customer after the other: most invoices are issued at once, others are drafts that are changed, deleted or issued later. */
export const sellDirectly = async (world: World): Promise<void> => {
  const [number, others] = [world.tally['direct sales'] ?? 0, world.customers.length - 1]
  const [customer, round] = [world.customers[number % others] as Customer, Math.floor(number / others)]
  const lines = makeLines(world, customer, round)
  const pricesIncludeTax = among(world, 2) === 0
  const dueDate = dueIn(world, choose(world, TERMS))
  const given = { partnerId: customer.id, currencyCode: 'EUR', dueDate, pricesIncludeTax }
  const lineItems = lines.map(toInput)
  count(world, 'orders')
  count(world, 'direct sales')
  if (among(world, 5)) {
    const asked = { ...given, lineItems, issueImmediately: true }
    keep(world, customer, await must(world.clerk.post(INVOICES, asked)), lines, { pricesIncludeTax })
    return
  }
  const draft = await must(world.clerk.post(INVOICES, { ...given, lineItems }))
  if (among(world, 4) === 0) {
    await must(world.clerk.delete(`${INVOICES}/${draft.id}`))
    keep(
      world,
      customer,
      await must(world.clerk.post(INVOICES, { ...given, lineItems, issueImmediately: true })),
      lines,
      { pricesIncludeTax },
    )
    return
  }
  const changed = makeLines(world, customer, round)
  await must(world.clerk.patch(`${INVOICES}/${draft.id}`, { lineItems: changed.map(toInput) }))
  const issued = await must(world.clerk.post(`${INVOICES}/${draft.id}/issue`, {}))
  keep(world, customer, issued, changed, { pricesIncludeTax })
}

let rows = 0

/** Imports orders into a channel at once. Returns their totals. */
const importOrders = async (world: World, channelId: string, size: number): Promise<number[]> => {
  const totals = Array.from({ length: size }, () => 100 + among(world, 30_000))
  if (!size) return totals
  const orders = totals.map((total) => ({
    ...{ externalOrderId: `E-${++rows}`, currency: 'EUR', total },
    lineItems: [{ name: 'Green tea', quantity: 1, unitPrice: Math.max(1, total - 490) }],
  }))
  const asked = world.clerk.post(`/api/sales/channels/${channelId}/import-orders`, { orders })
  const { imported, failed } = await must(asked)
  compare(world, 'imported orders', [imported, failed], [size, 0])
  for (const { externalOrderId, total } of orders) world.imported.push({ externalOrderId, channelId, total })
  count(world, 'orders', size)
  return totals
}

/** Imports orders that a customer is billed for, and orders whose totals are owed to the custodian, who sells through the channel. */
export const importBoth = async (world: World, billed: number, owed: number): Promise<void> => {
  world.unbilled.push(...(await importOrders(world, world.channels.billed, billed)))
  const totals = await importOrders(world, world.channels.owed, owed)
  const day = toDay(world.now)
  for (const amount of totals) world.charges.push({ id: null, amount, day, isSettled: false })
}

/** Bills the orders of the channel with one invoice. What their buyers paid contains the tax. */
export const drawOrders = async (world: World): Promise<void> => {
  if (!world.unbilled.length) return
  const customer = world.customers.at(-1) as Customer
  const gross = world.unbilled.reduce((sum, total) => sum + total, 0)
  const given = { partnerId: customer.id, currencyCode: 'EUR', dueDate: dueIn(world, 14), issueImmediately: true }
  const body = await must(world.clerk.post(INVOICES, { ...given, channelId: world.channels.billed }))
  const tax = taxIn(gross, rateOf('standard'))
  const total = { net: gross - tax, tax, gross, byAccount: new Map([['8400', gross]]) }
  keep(world, customer, body, [], { pricesIncludeTax: true, total })
  world.unbilled = []
}

/** Lets the schedule bill the recurring profiles, and looks for the invoices that are due in the month. */
export const billProfiles = async (world: World, month: number): Promise<void> => {
  await billRecurring({})
  for (const { id, customer, lines, every } of world.profiles) {
    const { member } = await must(world.clerk.get(`/api/billing/recurring-invoice-profiles/${id}/invoices`))
    const known = new Set(world.invoices.map((invoice) => invoice.id))
    const made = member.filter((invoice: { id: string }) => !known.has(invoice.id))
    compare(world, `recurring invoices of month ${month}`, made.length, (month - 1) % every === 0 ? 1 : 0)
    for (const invoice of made) keep(world, customer, invoice, [], { total: addUp(lines) })
    count(world, 'orders', made.length)
  }
}

/** Changes what a profile bills from its next invoice on. */
export const changeProfile = async (world: World): Promise<void> => {
  const [profile] = world.profiles
  if (!profile) return
  profile.lines = [{ category: 'standard', thousandths: 13_333, price: 1501 }]
  const lines = profile.lines.map(toInput)
  await must(world.clerk.patch(`/api/billing/recurring-invoice-profiles/${profile.id}`, { lines }))
}

/** Cancels an invoice of which nothing is paid or credited, and takes it out of the books. */
export const cancelInvoice = async (world: World): Promise<void> => {
  const possible = world.invoices.filter((each) => !each.isCancelled && !each.isPaidInPart && !each.credited)
  const own = possible.filter(({ lines, open }) => lines.length && open > 0)
  if (!own.length) return
  const invoice = choose(world, own)
  await must(world.clerk.post(`${INVOICES}/${invoice.id}/cancel`, { reason: 'Billed to the wrong partner' }))
  await runTasks(world)
  Object.assign(invoice, { isCancelled: true, open: 0 })
  for (const [account, gross] of invoice.byAccount)
    world.book.post(account, debtor(invoice.customer.id), gross, world.now)
  count(world, 'cancelled invoices')
}
