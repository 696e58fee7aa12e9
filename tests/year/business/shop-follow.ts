import { toDay, waitingNotes } from '../book.ts'
import { applyNote } from './credit.ts'
import { taxIn } from './prices.ts'
import { accountOfRate, declareTaxes, keepBill, type ShownTax, sumShares, toParts } from './shop-billing.ts'
import { addTo, keptByRate, type ShopOrder } from './shop-order.ts'
import { among, compare, count, must, type Note, runTasks, type World } from './world.ts'

const INVOICES = '/api/billing/invoices'
const NOTES = '/api/billing/credit-notes'

/** What is to be credited of an order, or to be billed further, by rate. */
const findMissing = (order: ShopOrder, sign: 1 | -1): Map<number, number> => {
  const missing = keptByRate(order)
  addTo(missing, toParts(sumShares([...order.billedBy.values()])), -1)
  return new Map([...missing].flatMap(([rate, cents]) => (cents * sign > 0 ? [[rate, cents * sign]] : [])))
}

const sortSums = (sums: ReadonlyMap<number, number>) =>
  [...sums].filter(([, cents]) => cents).toSorted(([one], [other]) => one - other)

/** Issues a credit note that the platform drafted, and books it. */
const keepNote = async (
  world: World,
  id: string,
): Promise<[order: ShopOrder, amounts: Map<number, number>] | undefined> => {
  const body = await must(world.clerk.post(`${NOTES}/${id}/issue`, {}))
  const name = /^Order (\S+) was/.exec(body.reason)?.[1]
  const order = world.shopOrders.find((each) => each.id === name)
  const invoice = world.invoices.find((each) => each.id === body.invoiceId)
  if (!order || !invoice) {
    world.wrong.push(`credit note ${id} is for no order: ${body.reason}`)
    return undefined
  }
  const taxes: ShownTax[] = body.taxes
  for (const { ratePercent, base, tax } of taxes) {
    const exact = taxIn(base + tax, BigInt(ratePercent))
    const isNear = Math.abs(tax - exact) <= body.lineItems.length
    compare(world, `tax of ${body.creditNoteNumber} at ${ratePercent} % is near ${exact}`, isNear, true)
  }
  const note: Note = { id, number: body.creditNoteNumber, invoice, gross: body.grandTotal, status: 'issued' }
  world.notes.push(note)
  invoice.credited += note.gross
  const amounts = new Map(taxes.map(({ ratePercent, base, tax }) => [ratePercent, base + tax]))
  for (const [rate, cents] of amounts)
    world.book.post(accountOfRate(rate), waitingNotes(invoice.customer.id), cents, world.now)
  declareTaxes(world, toDay(world.now), taxes, toDay(invoice.issuedAt))
  const billed = order.billedBy.get(invoice.id)
  if (billed) addTo(billed, toParts(amounts), -1)
  count(world, 'credit notes of orders')
  if (among(world, 4)) await applyNote(world, note)
  return [order, amounts]
}

/** Issues an invoice that the platform drafted for what an order is worth beyond the invoices that bill it. */
const issueFurther = async (world: World, id: string, missing: ReadonlyMap<ShopOrder, Map<number, number>>) => {
  const body = await must(world.clerk.post(`${INVOICES}/${id}/issue`, {}))
  const order = world.shopOrders.find((each) => each.id === body.lineItems[0]?.reference)
  const amounts = order && missing.get(order)
  if (!order || !amounts) {
    world.wrong.push(`invoice ${id} bills no order that is worth more`)
    return undefined
  }
  keepBill(world, body, new Map([[order, amounts]]))
  count(world, 'further invoices')
  return order
}

const listDrafts = async ({ clerk }: World, path: string): Promise<string[]> => {
  const { member } = await must(clerk.get(`${path}?status=draft&itemsPerPage=100`))
  return member.map(({ id }: { id: string }) => id)
}

/** Lets invoices follow the orders, and issues the credit notes and further invoices that follow from them. */
export const followOrders = async (world: World): Promise<void> => {
  await runTasks(world)
  const billed = world.shopOrders.filter(({ billedBy }) => billedBy.size)
  const [surplus, missing] = ([-1, 1] as const).map(
    (sign) => new Map(billed.map((order) => [order, findMissing(order, sign)])),
  ) as [Map<ShopOrder, Map<number, number>>, Map<ShopOrder, Map<number, number>>]
  const credited = new Map<ShopOrder, Map<number, number>>()
  for (const id of await listDrafts(world, NOTES)) {
    const [order, amounts] = (await keepNote(world, id)) ?? []
    if (order && amounts) credited.set(order, sumShares([amounts, credited.get(order) ?? new Map()]))
  }
  const further = new Set<ShopOrder | undefined>()
  for (const id of await listDrafts(world, INVOICES))
    if (id !== world.draftId) further.add(await issueFurther(world, id, missing))
  for (const order of billed) {
    const [less = new Map(), more = new Map()] = [surplus.get(order), missing.get(order)]
    compare(world, `credit of order ${order.id}`, sortSums(credited.get(order) ?? new Map()), sortSums(less))
    compare(world, `further invoice of order ${order.id}`, further.has(order), sortSums(more).length > 0)
  }
}
