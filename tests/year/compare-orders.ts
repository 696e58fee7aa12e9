import type { Answers, Row } from './answers.ts'
import type { World } from './business/world.ts'
import type { Report } from './sums.ts'

const sum = (amounts: readonly (number | string | undefined)[]): number =>
  amounts.reduce<number>((total, amount) => total + Number(amount), 0)

/** Charges of orders are not recorded by people: each has to name an order of the custodian's channel and have its total. */
const compareCharges = (report: Report, world: World, orders: readonly Row[], charges: readonly Row[]) => {
  const said = charges.filter(({ chargeType }) => chargeType === 'order')
  const known = world.charges.filter(({ id }) => id === null).map(({ amount }) => amount)
  const amounts = said.map(({ amount }) => amount)
  report('charges of orders', [said.length, sum(amounts)], [known.length, sum(known)])
  const owed = orders.filter(({ channelId }) => channelId === world.channels.owed)
  report(
    'orders of the charges',
    said.map(({ subject, amount }) => [subject, amount]).toSorted(),
    owed.map(({ id, total }) => [`commerce:///sales/orders/${id}`, total]).toSorted(),
  )
}

/** The last customer buys nothing else than the orders of the channel that it is billed for. */
const compareInvoices = (report: Report, world: World, orders: readonly Row[], invoices: readonly Row[]) => {
  const customer = world.customers.at(-1)?.id
  const billed = orders.filter(({ channelId }) => channelId === world.channels.billed)
  const own = invoices.filter(({ partnerId }) => partnerId === customer)
  report(
    'totals of the invoices of orders',
    sum(own.map(({ grandTotal }) => grandTotal)) + sum(world.unbilled),
    sum(billed.map(({ total }) => total)),
  )
}

/** Compares the export of orders with what follows from orders: charges of the custodian and invoices of a customer. */
export const compareOrders = (report: Report, world: World, exports: Answers['exports']): void => {
  const { orders = [], charges = [], invoices = [] } = exports
  compareCharges(report, world, orders, charges)
  compareInvoices(report, world, orders, invoices)
}
