import { settled, stockOf } from '../fulfilment/fulfilling.ts'
import { type BookOrder, isEnded, isWaiting, keptOf, sum, wantedOf } from './book.ts'
import { findIds, listAll, listPlanned, openPieces, type PlannedOrder } from './custody.ts'
import { type Day, STOCK } from './day.ts'
import { SKUS } from './new-order.ts'
import { checkPrices } from './prices.ts'
import { offeredOf } from './shelves.ts'

interface Taxed {
  taxes: { ratePercent: number | null; amount: number }[] | null
}
interface ShownOrder {
  channelId: string
  currency: string
  pricesIncludeTax: boolean | null
  lineItems: Taxed[]
  shippingLines: Taxed[]
  externalOrderId: string
  status: string
  keptAmount: number
  shippingAddress: { line1: string } | null
}

const leftOf = (day: Day, order: BookOrder, at: number): number => {
  const { sku } = order.lines[at] as BookOrder['lines'][number]
  return (day.handedOver.get(`${day.side.idOf(order)} ${sku}`) ?? 0) + countStaff(day, order, at)
}

/** Pieces that the staff of the shop sent; the world remembers them, since the shop shows our parcels too. */
const countStaff = (day: Day, order: BookOrder, at: number): number => day.side.countStaff(order)[at] ?? 0

/** Tax of what is supplied, by rate; the prices of the book contain it. */
const taxOf = ({ lines, shipping }: BookOrder, rate: number): number =>
  sum([
    ...lines.map((line) => (line.percent === rate ? (line.price * wantedOf(line) * rate) / (100 + rate) : 0)),
    rate === 19 ? (shipping * 19) / 119 : 0,
  ])

const shownTaxOf = ({ lineItems, shippingLines }: ShownOrder, rate: number): number =>
  sum(
    [...lineItems, ...shippingLines]
      .flatMap(({ taxes }) => taxes ?? [])
      .map(({ ratePercent, amount }) => (ratePercent === rate ? amount : 0)),
  )

/** Sums the open pieces of fulfilment orders by SKU. */
const sumOpen = (planned: readonly PlannedOrder[]): Map<string, number> => {
  const open = new Map<string, number>()
  for (const { lines, status } of planned)
    if (status !== 'cancelled')
      for (const line of lines)
        open.set(line.sku, (open.get(line.sku) ?? 0) + (status === 'closed' ? 0 : openPieces(line)))
  return open
}

const checkOrder = (
  day: Day,
  order: BookOrder,
  shown: ShownOrder,
  planned: readonly PlannedOrder[],
  isEnd: boolean,
) => {
  const open = sumOpen(planned)
  const say = (what: string) => {
    const shop = { ...order, sent: day.side.countSent(order), sentByStaff: day.side.countStaff(order) }
    const here = { planned, handedOver: Object.fromEntries(day.handedOver) }
    day.wrong.push(`order ${order.id}: ${what}; the shop has ${JSON.stringify(shop)}, here is ${JSON.stringify(here)}`)
  }
  if (shown.channelId !== day.channels[order.channel]?.id) say('it is in another channel')
  if (shown.currency !== order.currency) say(`it is in ${shown.currency} and not in ${order.currency}`)
  if (shown.pricesIncludeTax !== order.isGross) say(`its prices contain tax: ${shown.pricesIncludeTax}`)
  const left = order.lines.map((_, at) => leftOf(day, order, at))
  const isWithoutChoice = !isWaiting(order) || sum(left) === 0
  const status = isEnded(order) ? 'cancelled' : isWaiting(order) ? 'held' : 'accepted'
  if (isWithoutChoice && shown.status !== status) say(`it is ${shown.status} and not ${status}`)
  const isOn = status === 'accepted' && !order.completedAt
  for (const [at, line] of order.lines.entries()) {
    const wanted = isOn ? Math.max(0, wantedOf(line) - (left[at] ?? 0)) : 0
    // In the end everything was handed over.
    const has = open.get(line.sku) ?? 0
    const expected = isEnd ? 0 : wanted
    if (has !== expected) say(`${has} pieces of ${line.sku} are to be sent and not ${expected}`)
    if (isEnd && isOn && wanted > 0) say(`${wanted} pieces of ${line.sku} were never sent`)
  }
  if (status === 'accepted' && shown.keptAmount !== keptOf(order))
    say(`it keeps ${shown.keptAmount} and not ${keptOf(order)}`)
  if (status === 'accepted')
    for (const rate of [19, 7])
      if (shownTaxOf(shown, rate) !== taxOf(order, rate))
        say(`its tax of ${rate} percent is ${shownTaxOf(shown, rate)} and not ${taxOf(order, rate)}`)
  if (!isEnded(order) && isWithoutChoice && shown.shippingAddress?.line1 !== `Main road ${order.house}`)
    say(`it goes to ${shown.shippingAddress?.line1} and not to ${order.house}`)
}

const checkMoney = async (day: Day): Promise<void> => {
  const { owner, partner } = day
  const path = `/api/billing/charges?partnerId=${partner.id}`
  const charges = await listAll<{ amount: number; currency: string }>(day, path)
  for (const [at, channel] of day.channels.entries()) {
    const { currency } = day.side.channels[at] ?? day.side.channels[0]
    const kept = sum(day.book.map((order) => (order.channel === at ? keptOf(order) : 0)))
    const owed = sum(charges.map((each) => (each.currency === currency ? each.amount : 0)))
    if (owed !== kept) day.wrong.push(`the partner is owed ${owed} ${currency} and not ${kept}`)
    const { body: analytics } = await owner.get(`/api/sales/channels/${channel.id}/analytics?period=all_time`)
    const revenues: { currency: string; totalRevenue: number }[] = [analytics, ...analytics.otherRevenue]
    const revenue = sum(revenues.map((each) => (each.currency === currency ? each.totalRevenue : 0)))
    if (revenue !== kept) day.wrong.push(`the revenue is ${revenue} ${currency} and not ${kept}`)
    const { status, body } = await owner.post('/api/billing/invoices', {
      ...{ dueDate: '2099-03-31', currencyCode: currency, partnerId: partner.id, channelId: channel.id },
    })
    // More orders than fit a transaction are billed by tasks.
    await settled()
    const billed = status === 201 ? (await owner.get(`/api/billing/invoices/${body.id}`)).body : body
    if (kept && billed.grandTotal !== kept)
      day.wrong.push(`${billed.grandTotal ?? JSON.stringify(billed)} ${currency} are billed and not ${kept}`)
  }
}

const checkStock = async (day: Day, reserved: number): Promise<void> => {
  let promised = 0
  for (const sku of SKUS) {
    const gone = sum([...day.handedOver].map(([key, pieces]) => (key.endsWith(` ${sku}`) ? pieces : 0)))
    const has = await stockOf(day.owner, day.stock.get(sku) ?? '')
    promised += has.reserved
    if (has.onHand !== STOCK - gone) day.wrong.push(`${has.onHand} of ${sku} are on hand and not ${STOCK - gone}`)
  }
  if (promised !== reserved) day.wrong.push(`${promised} pieces are reserved and not ${reserved}`)
}

/** The shop offers what is free here and not bought by those whose orders wait, or less while some wait. */
const checkOffers = async (day: Day): Promise<void> => {
  const waiting = day.book.filter((order) => isWaiting(order) && !isEnded(order))
  for (const sku of SKUS) {
    const { onHand, reserved } = await stockOf(day.owner, day.stock.get(sku) ?? '')
    const bought = waiting.flatMap((order) =>
      order.lines.map((line, at) => (line.sku === sku ? Math.max(0, wantedOf(line) - leftOf(day, order, at)) : 0)),
    )
    const most = onHand - reserved - sum(bought)
    const offered = offeredOf(day.side, sku)
    // A sale cannot be told from pieces that the shop has put back at the same time.
    const isTold = !day.putBack.has(sku)
    if (waiting.length ? offered > most && isTold : offered !== most)
      day.wrong.push(`the shop offers ${offered} of ${sku}, and ${most} are free`)
  }
}

/** Compares the platform with the books of the shop, while nothing is under way. */
export const checkAgreement = async (day: Day, isEnd: boolean): Promise<void> => {
  const { owner } = day
  const ids = await findIds(day)
  const planned = await listPlanned(day)
  for (const order of day.book) {
    day.side.refresh(order)
    const own = [...ids].filter(([, externalId]) => externalId === day.side.idOf(order))
    const [id] = own[0] ?? []
    // What ended before anybody here had heard of it is not imported.
    if (own.length !== 1 || !id) {
      if (own.length || !isEnded(order)) day.wrong.push(`order ${order.id} is here ${own.length} times`)
      continue
    }
    const ofOrder = planned.filter(({ salesOrderId }) => salesOrderId === id)
    checkOrder(day, order, (await owner.get(`/api/sales/orders/${id}`)).body, ofOrder, isEnd)
  }
  const reserved = planned
    .filter(({ status }) => !['cancelled', 'closed'].includes(status))
    .reduce((all, { lines }) => all + sum(lines.map(openPieces)), 0)
  await checkStock(day, reserved)
  if (!isEnd) return
  await checkOffers(day)
  checkPrices(day)
  await checkMoney(day)
}
