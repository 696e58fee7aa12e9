import { hasOrderLeft } from '../../fulfilment/order-fulfilments/has-order-left.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, countDaysBetween, toLocalDay } from '../../platform/calendar/day.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Unit } from '../../platform/store/unit.ts'
import {
  type Billing,
  type ChangedOrder,
  changeBilling,
  endChange,
  findBilling,
  leaveChangeOpen,
  listChangedOrders,
  markChanged,
} from '../../sales/orders/billing.ts'
import { readOrder } from '../../sales/orders/find-orders.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { releaseFromBilling } from '../../sales/orders/unbilled-orders.ts'
import { getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { createCreditNote } from '../credit-notes/create-credit-note.ts'
import { generateInvoice } from '../invoices/generate-invoice.ts'
import { priceLines, type StoredInvoice, type UnpricedLine } from '../invoices/invoice.ts'
import { type InvoiceLines, invoiceLines, invoices } from '../invoices/invoice-store.ts'
import { billChange, toInvoiceLines } from '../invoices/to-invoice-lines.ts'
import { addOrderSupply } from '../taxes/order-supply.ts'
import { findTaxedPartner, readSupplyPlace } from '../taxes/supply-place.ts'
import { planCredit, sumBilled } from './plan-credit.ts'
import { readBilled } from './read-billed.ts'

type Using = Pick<App, 'db' | 'clock'>

/** A changed order, and the invoice that bills it. */
interface Subject {
  invoice: StoredInvoice
  stored: InvoiceLines
  order: StoredOrder
  billing: Billing
  /** What the order is worth beyond what earlier invoices bill; below 0 if they bill more. */
  owed: number
}

const CANCELLED_WITH_PIECES =
  'The order was cancelled after pieces of it had left, so somebody has to decide what is billed of it.'
const OTHER_CURRENCY = 'The order has another currency now, so somebody has to credit it and bill it again.'
const SEVERAL_TAXES = 'Its lines have different taxes, so somebody has to decide which of them a credit note lowers.'

const sumEarlier = async ({ db }: Using, { tenant }: Unit, { earlier }: Billing, orderId: Id): Promise<number> => {
  const stored = await Promise.all(earlier.map((id) => find(db, invoiceLines, tenant, id)))
  const billed = await Promise.all(stored.flatMap((each) => (each ? [readBilled(db, tenant, each, orderId)] : [])))
  return billed.reduce((sum, each) => sum + sumBilled(each, orderId), 0)
}

const drawLines = ({ order, billing, owed }: Subject): UnpricedLine[] => {
  if (owed <= 0 && (billing.earlier.length || order.status !== 'accepted')) return []
  return addOrderSupply(billing.earlier.length ? billChange(order, owed) : toInvoiceLines(order), order)
}

/** Lets a draft bill the order as it is now, in the place of its former lines; without any, the draft releases the order. */
const redraw = async (app: Using, unit: Unit, subject: Subject): Promise<string | undefined> => {
  const { invoice, stored, order, owed, billing } = subject
  const isOther = order.currency !== invoice.currencyCode
  const drawn = isOther ? [] : drawLines(subject)
  const first = stored.lines.findIndex(({ orderId }) => orderId === order.id)
  const others = (lines: typeof stored.lines): UnpricedLine[] => lines.filter(({ orderId }) => orderId !== order.id)
  const unpriced = [
    ...others(stored.lines.slice(0, Math.max(0, first))),
    ...drawn,
    ...others(stored.lines.slice(Math.max(0, first))),
  ]
  const ids = unpriced.map((line) => ('id' in line ? (line.id as Id) : unit.newId()))
  const settings = await readBillingSettings(app, unit.tenant)
  const buyer = await findTaxedPartner(app, unit.tenant, settings, invoice.partnerId)
  const { lines, ...totals } = priceLines(unpriced, {
    taxRates: getTaxRates(settings),
    place: readSupplyPlace(invoice, settings, buyer, unit.now),
    pricesIncludeTax: invoice.pricesIncludeTax,
    newId: () => ids.shift() ?? unit.newId(),
  })
  unit.update(invoices, invoice, { ...totals, lineItemCount: lines.length })
  const kept = drawn.length ? stored.orders : stored.orders.filter((id) => id !== order.id)
  unit.update(invoiceLines, stored, { lines, orders: kept })
  if (drawn.length) return undefined
  await releaseFromBilling(app.db, unit, invoice.id, [order.id])
  const last = billing.earlier.at(-1)
  // Earlier invoices bill more than the order is worth, so the last of them follows.
  if (last && owed < 0) markChanged(unit, last, order)
  return undefined
}

const describeReason = ({ number, status }: StoredOrder): string =>
  status === 'accepted' ? `Order ${number} was changed or refunded.` : `Order ${number} was cancelled.`

/** Proposes a credit note or a further invoice for what an issued invoice bills too much or too little of an order. */
const propose = async (app: Using, unit: Unit, subject: Subject): Promise<string | undefined> => {
  const { invoice, stored, order, billing, owed } = subject
  if (order.currency !== invoice.currencyCode) return OTHER_CURRENCY
  const billed = await readBilled(app.db, unit.tenant, stored, order.id)
  const missing = owed - sumBilled(billed, order.id)
  if (!missing) return undefined
  if (missing > 0) {
    const { 'general.timezone': zone } = await readBillingSettings(app, unit.tenant)
    const today = toLocalDay(zone, unit.now)
    const days = countDaysBetween(toLocalDay(zone, new Date(invoice.issuedAt ?? unit.now)), invoice.dueDate)
    const { partnerId, currencyCode, pricesIncludeTax, channelId, notes } = invoice
    const { id } = await generateInvoice(
      app,
      unit,
      {
        ...{ partnerId, currencyCode, pricesIncludeTax, channelId, notes },
        dueDate: addDays(today, Math.max(0, days)),
        lineItems: addOrderSupply(billChange(order, missing), order),
      },
      { orders: [order.id] },
    )
    changeBilling(unit, order.id, billing, { invoiceId: id, earlier: [...billing.earlier, billing.invoiceId] })
    return undefined
  }
  const lineItems = planCredit(billed, order, -missing)
  if (!lineItems) return SEVERAL_TAXES
  await createCreditNote(app, unit, {
    ...{ invoiceId: invoice.id, reason: describeReason(order), lineItems },
    followedOrderId: order.id,
  })
  return undefined
}

/** Returns why people have to decide if the work is refused; nothing of it is kept then. */
const tryTo = async (unit: Unit, work: () => Promise<string | undefined>): Promise<string | undefined> => {
  try {
    return (await unit.attempt(work))?.result
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}

const computeOwed = async (app: Using, unit: Unit, order: StoredOrder, billing: Billing) => {
  if (order.status === 'accepted') return order.keptAmount - (await sumEarlier(app, unit, billing, order.id))
  if (await hasOrderLeft(app.db, unit.tenant, order.id)) return undefined
  return -(await sumEarlier(app, unit, billing, order.id))
}

/** Follows one changed order; returns why people have to decide, if they have to. */
const followOrder = async (
  app: Using,
  unit: Unit,
  invoiceId: Id,
  { orderId }: ChangedOrder,
): Promise<string | undefined> => {
  const [invoice, stored, order, billing] = await Promise.all([
    find(app.db, invoices, unit.tenant, invoiceId),
    find(app.db, invoiceLines, unit.tenant, invoiceId),
    readOrder(app.db, unit.tenant, orderId),
    findBilling(app.db, unit.tenant, orderId),
  ])
  // A deleted or cancelled invoice releases its orders by itself.
  if (!invoice || !stored || !order || billing?.invoiceId !== invoiceId || invoice.status === 'cancelled')
    return undefined
  const owed = await computeOwed(app, unit, order, billing)
  if (owed === undefined) return CANCELLED_WITH_PIECES
  const subject = { invoice, stored, order, billing, owed }
  return await tryTo(unit, () => (invoice.status === 'draft' ? redraw : propose)(app, unit, subject))
}

const MAX_ORDERS_PER_TASK = 50

/** Lets an invoice follow orders that changed after it had billed them, one in each transaction. Idempotent. */
export const followChangedOrders = (app: Using, data: { tenant: Id; invoiceId: Id }, now: Date): Promise<void> =>
  runInChunks(app.db, { task: 'billing.invoice.follow-orders', data, now, most: MAX_ORDERS_PER_TASK }, async (unit) => {
    const waiting = (await listChangedOrders(app.db, data.tenant, data.invoiceId)).filter((each) => !each.openBecause)
    const [changed] = waiting
    if (!changed) return false
    const because = await followOrder(app, unit, data.invoiceId, changed)
    if (because === undefined) endChange(unit, data.invoiceId, changed)
    else leaveChangeOpen(unit, data.invoiceId, changed, because)
    return waiting.length > 1
  })
