import { type Answers, isOfOrder, type Row } from './answers.ts'
import { toDay } from './book.ts'
import { sumUnbilled } from './business/shop-billing.ts'
import { keptOf } from './business/shop-order.ts'
import type { World } from './business/world.ts'
import type { Report } from './sums.ts'

const sum = (amounts: readonly (number | string | undefined)[]): number =>
  amounts.reduce<number>((total, amount) => total + Number(amount), 0)

const sumByDay = (all: readonly { day: string; amount: number }[]): [day: string, amount: number][] =>
  [...Map.groupBy(all, ({ day }) => day)]
    .map(([day, own]): [string, number] => [day, sum(own.map(({ amount }) => amount))])
    .filter(([, amount]) => amount)
    .sort()

/** Charges of orders are not recorded by people: those of an order of the custodian's channel are what is kept of it. */
const compareCharges = (report: Report, world: World, orders: readonly Row[], charges: readonly Row[]) => {
  const said = charges.filter(isOfOrder)
  const known = world.charges.filter(({ id }) => id === null)
  // One change of an order may be several charges, such as of a refund and of what is sold besides.
  report(
    'charges of orders by day',
    sumByDay(
      said.map(({ occurredAt = '', amount }) => ({ day: toDay(Date.parse(occurredAt)), amount: Number(amount) })),
    ),
    sumByDay(known),
  )
  const bySubject = Map.groupBy(said, ({ subject = '' }) => subject)
  const owed = orders.filter(({ channelId }) => channelId === world.channels.owed)
  const kept = new Map(world.shopOrders.map((order) => [order.id, keptOf(order)]))
  report(
    'orders of the charges',
    owed.map(({ id, externalOrderId }) => [
      externalOrderId,
      sum((bySubject.get(`commerce:///sales/orders/${id}`) ?? []).map(({ amount }) => amount)),
    ]),
    owed.map(({ externalOrderId = '' }) => [externalOrderId, kept.get(externalOrderId)]),
  )
}

/** The last customer buys nothing else than the orders of the channels that it is billed for. */
const compareInvoices = (report: Report, world: World, exports: Answers['exports']) => {
  const { orders = [], invoices = [], 'credit-notes': notes = [] } = exports
  const customer = world.customers.at(-1)?.id
  const isOwn = ({ partnerId, status }: Row) => partnerId === customer && status !== 'cancelled'
  const billed = orders.filter(({ channelId, status }) => channelId !== world.channels.owed && status === 'accepted')
  report(
    'invoices less credit notes of orders',
    sum(invoices.filter(isOwn).map(({ grandTotal }) => grandTotal)) -
      sum(notes.filter(isOwn).map(({ grandTotal }) => grandTotal)) +
      sumUnbilled(world),
    sum(billed.map(({ keptAmount }) => keptAmount)),
  )
}

const compareRevenue = (report: Report, { channels, shopOrders }: World, revenue: Answers['revenue']) => {
  for (const [channel, id] of Object.entries(channels))
    report(`revenue of ${channel}`, revenue[id], sum(shopOrders.filter((each) => each.channel === channel).map(keptOf)))
}

/** Compares what the one-stop shop is told with the documents, by quarter, country and rate. */
const compareOneStopShop = (report: Report, { oneStopShop }: World, rows: readonly Row[]) => {
  const said = rows.map((row) => [
    [row.quarter, row.type, row.originalQuarter, row.destinationCountry, row.ratePercent].filter(Boolean).join(' '),
    ...[row.dispatchCountry, Number(row.netAmount), Number(row.taxAmount)],
  ])
  const known = [...oneStopShop].map(([key, { net, tax }]) => [key, 'DE', net, tax])
  report('return of the one-stop shop', said.toSorted(), known.toSorted())
}

/** Compares the export of orders with what follows from orders: charges of the custodian, invoices of a customer, and taxes. */
export const compareOrders = (report: Report, world: World, { exports, revenue }: Answers): void => {
  const { orders = [], charges = [], 'one-stop-shop': oneStopShop = [] } = exports
  compareCharges(report, world, orders, charges)
  compareInvoices(report, world, exports)
  compareRevenue(report, world, revenue)
  compareOneStopShop(report, world, oneStopShop)
}
