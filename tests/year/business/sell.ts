import { handler as billRecurring } from '../../../functions/billing/every-quarter-hour-bill-recurring.ts'
import { debtor, toDay } from '../book.ts'
import { toInput } from './company.ts'
import { keepInvoice } from './keep-invoice.ts'
import { addUp, type Line } from './prices.ts'
import { releaseOrders } from './shop-billing.ts'
import { among, type Customer, choose, compare, count, must, runTasks, type World } from './world.ts'

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

const dueIn = (world: World, days: number) => toDay(world.now + days * DAY_MS)

/**
 * Sells to one customer after the other: most invoices are issued at once, others are drafts that are changed, deleted or
 * issued later.
 */
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
    keepInvoice(world, customer, await must(world.clerk.post(INVOICES, asked)), lines, { pricesIncludeTax })
    return
  }
  const draft = await must(world.clerk.post(INVOICES, { ...given, lineItems }))
  if (among(world, 4) === 0) {
    await must(world.clerk.delete(`${INVOICES}/${draft.id}`))
    keepInvoice(
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
  keepInvoice(world, customer, issued, changed, { pricesIncludeTax })
}

/** Lets the schedule bill the recurring profiles, and looks for the invoices that are due in the month. */
export const billProfiles = async (world: World, month: number): Promise<void> => {
  await billRecurring({})
  for (const { id, customer, lines, every } of world.profiles) {
    const { member } = await must(world.clerk.get(`/api/billing/recurring-invoice-profiles/${id}/invoices`))
    const known = new Set(world.invoices.map((invoice) => invoice.id))
    const made = member.filter((invoice: { id: string }) => !known.has(invoice.id))
    compare(world, `recurring invoices of month ${month}`, made.length, (month - 1) % every === 0 ? 1 : 0)
    for (const invoice of made) keepInvoice(world, customer, invoice, [], { total: addUp(lines) })
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
  const billsOrders = (id: string) => world.shopOrders.some(({ billedBy }) => billedBy.has(id))
  const own = possible.filter(({ id, lines, open }) => (lines.length || billsOrders(id)) && open > 0)
  if (!own.length) return
  const invoice = choose(world, own)
  await must(world.clerk.post(`${INVOICES}/${invoice.id}/cancel`, { reason: 'Billed to the wrong partner' }))
  await runTasks(world)
  Object.assign(invoice, { isCancelled: true, open: 0 })
  for (const [account, gross] of invoice.byAccount)
    world.book.post(account, debtor(invoice.customer.id), gross, world.now)
  releaseOrders(world, invoice)
  count(world, 'cancelled invoices')
}
