import { hasOrderLeft } from '../../fulfilment/order-fulfilments/has-order-left.ts'
import type { App } from '../../platform/app/app.ts'
import { addDays, countDaysBetween, toLocalDay } from '../../platform/calendar/day.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import type { Id } from '../../platform/id.ts'
import { multiplyPrice } from '../../platform/money/amounts.ts'
import { Problem } from '../../platform/problem.ts'
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
import { deleteDraftInvoice } from '../invoices/drafts/delete-draft-invoice.ts'
import { generateInvoice } from '../invoices/generate-invoice.ts'
import { priceLines, type UnpricedLine } from '../invoices/invoice.ts'
import { type InvoiceLines, invoiceLines, invoices } from '../invoices/invoice-store.ts'
import { billChange, type OrderBillLine, toInvoiceLines } from '../invoices/to-invoice-lines.ts'
import { addOrderSupply } from '../taxes/order-supply.ts'
import { UNKNOWN_CHARGE } from '../taxes/rate-shares.ts'
import { type LeavesFrom, readDispatch } from '../taxes/read-dispatch.ts'
import { findTaxedPartner, readSupplyPlace } from '../taxes/supply-place.ts'
import { chooseCredit, planCredit } from './plan-credit.ts'
import { type Billed, readBilled } from './read-billed.ts'
import {
  type AmountsByTax,
  addByTax,
  decideTaxOfCharge,
  nameTaxes,
  type Pricing,
  pickByTax,
  sumByTax,
  type TaxNames,
} from './tax-names.ts'
import { AWAITING_REFUND, waitsForRefund } from './waits-for-refund.ts'

type Using = Pick<App, 'db' | 'clock'>

/** A changed order, and the invoices that bill it. */
interface Subject {
  order: StoredOrder
  billing: Billing
  /** The invoice that follows. */
  own: Billed
  /** The invoices before and after it, the oldest first. */
  earlier: readonly Billed[]
  later: readonly Billed[]
  /** The lines that would bill the order as it is; none if it is not to be billed. */
  worth: readonly OrderBillLine[]
  leavesFrom: LeavesFrom
  /** Names of taxes, by which amounts are compared: a part that became dearer pays for none that became cheaper. */
  names: TaxNames
}

const CANCELLED_WITH_PIECES =
  'The order was cancelled after pieces of it had left, so somebody has to decide what is billed of it.'
const OTHER_CURRENCY = 'The order has another currency now, so somebody has to credit it and bill it again.'

/** Returns what the order is worth beyond what the invoices bill, by taxes; amounts below 0 are billed too much. */
const computeMissing = ({ worth, names }: Subject, invoiced: readonly Billed[]): AmountsByTax => {
  const amounts = worth.map((line) => ({
    name: names.ofCharge(line),
    amount: multiplyPrice(line.quantity, line.unitPrice),
  }))
  return invoiced.reduce((left, billed) => addByTax(left, names.sumBilled(billed), -1), sumByTax(amounts))
}

/** Lists the lines that bill what the order is worth beyond its invoices. */
const billMissing = ({ order, worth, names, leavesFrom }: Subject, missing: AmountsByTax) =>
  addOrderSupply(
    billChange(
      order,
      [...pickByTax(missing, 1)].map(([name, amount]) => {
        const { chargedRatePercent, lineKind } = worth.find((line) => names.ofCharge(line) === name) ?? UNKNOWN_CHARGE
        return { chargedRatePercent, lineKind, amount }
      }),
    ),
    order,
    leavesFrom,
  )

/** Lets the last of the earlier invoices that bill some of the surplus follow in its turn. */
const passOn = (unit: Unit, { order, earlier, names }: Subject, surplus: AmountsByTax): void => {
  const next = earlier.findLast((billed) =>
    [...names.sumBilled(billed)].some(([name, amount]) => amount > 0 && surplus.has(name)),
  )
  if (next) markChanged(unit, next.id, order)
}

const pickStored = ({ invoice: _invoice, rests: _rests, refunds: _refunds, ...stored }: Billed): InvoiceLines => stored

/** Makes the changes depend on what the other invoices bill. */
const requireOthers = (unit: Unit, { earlier, later }: Subject): void => {
  for (const billed of [...earlier, ...later]) unit.require(invoiceLines, pickStored(billed))
}

/**
 * Lets a draft bill the order as it is now, in the place of its former lines; without any, the draft releases the order. A
 * further invoice that nothing is left of is deleted, since nobody but the platform asked for it.
 */
const redraw = async (app: Using, unit: Unit, subject: Subject, pricing: Pricing): Promise<string | undefined> => {
  const { order, own, earlier, worth, leavesFrom } = subject
  const [invoice, stored] = [own.invoice, pickStored(own)]
  const isOther = order.currency !== invoice.currencyCode
  const missing = computeMissing(subject, earlier)
  const whole = () => addOrderSupply(worth, order, leavesFrom)
  const drawn = isOther ? [] : earlier.length ? billMissing(subject, missing) : whole()
  const first = stored.lines.findIndex(({ orderId }) => orderId === order.id)
  const rest = (lines: typeof stored.lines): UnpricedLine[] => lines.filter(({ orderId }) => orderId !== order.id)
  const unpriced = [
    ...rest(stored.lines.slice(0, Math.max(0, first))),
    ...drawn,
    ...rest(stored.lines.slice(Math.max(0, first))),
  ]
  if (earlier.length && !unpriced.length) {
    requireOthers(unit, subject)
    await deleteDraftInvoice(app, unit, invoice.id)
    return undefined
  }
  const ids = unpriced.map((line) => ('id' in line ? (line.id as Id) : unit.newId()))
  const { lines, ...totals } = priceLines(unpriced, {
    ...pricing,
    pricesIncludeTax: invoice.pricesIncludeTax,
    newId: () => ids.shift() ?? unit.newId(),
  })
  unit.update(invoices, invoice, { ...totals, lineItemCount: lines.length })
  const kept = drawn.length ? stored.orders : stored.orders.filter((id) => id !== order.id)
  unit.update(invoiceLines, stored, { lines, orders: kept })
  requireOthers(unit, subject)
  if (drawn.length) passOn(unit, subject, pickByTax(missing, -1))
  else await releaseFromBilling(app.db, unit, invoice.id, [order.id])
  return undefined
}

const describeReason = ({ number, status }: StoredOrder): string =>
  status === 'accepted' ? `Order ${number} was changed or refunded.` : `Order ${number} was cancelled.`

/** Drafts a further invoice for what the order is worth beyond its invoices. */
const billFurther = async (app: Using, unit: Unit, subject: Subject, missing: AmountsByTax): Promise<void> => {
  const { order, billing, own } = subject
  const lineItems = billMissing(subject, missing)
  if (!lineItems.length) return
  const { 'general.timezone': zone } = await readBillingSettings(app, unit.tenant)
  const { partnerId, currencyCode, pricesIncludeTax, channelId, notes, issuedAt, dueDate } = own.invoice
  const days = countDaysBetween(toLocalDay(zone, new Date(issuedAt ?? unit.now)), dueDate)
  const given = { partnerId, currencyCode, pricesIncludeTax, channelId, notes, lineItems }
  const { id } = await generateInvoice(
    app,
    unit,
    { ...given, dueDate: addDays(toLocalDay(zone, unit.now), Math.max(0, days)) },
    { orders: [order.id] },
  )
  changeBilling(unit, order.id, billing, { invoiceId: id, earlier: [...billing.earlier, billing.invoiceId] })
}

/**
 * Proposes a credit note for what an issued invoice bills too much of an order, and a further invoice for what no invoice
 * bills. What other invoices bill too much is credited by them.
 */
const propose = async (app: Using, unit: Unit, subject: Subject): Promise<string | undefined> => {
  const { order, billing, own, earlier, later, names } = subject
  if (order.currency !== own.invoice.currencyCode) return OTHER_CURRENCY
  const missing = computeMissing(subject, [...earlier, own, ...later])
  const credited = chooseCredit(missing, names.sumBilled(own))
  requireOthers(unit, subject)
  if (credited.size)
    await createCreditNote(app, unit, {
      ...{ invoiceId: own.id, reason: describeReason(order), followedOrderId: order.id },
      lineItems: planCredit(own, order, names, credited),
    })
  const left = addByTax(missing, credited)
  if (own.id === billing.invoiceId) await billFurther(app, unit, subject, left)
  passOn(unit, subject, pickByTax(left, -1))
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

/** Reads by what the lines of an invoice are taxed. */
const readPricing = async (app: Using, unit: Unit, { invoice }: Billed): Promise<Pricing> => {
  const settings = await readBillingSettings(app, unit.tenant)
  const buyer = await findTaxedPartner(app, unit.tenant, settings, invoice.partnerId)
  return { taxRates: getTaxRates(settings), place: readSupplyPlace(invoice, settings, buyer, unit.now) }
}

/** Follows one changed order; returns why people have to decide, if they have to. */
const followOrder = async (
  app: Using,
  unit: Unit,
  invoiceId: Id,
  { orderId }: ChangedOrder,
): Promise<string | undefined> => {
  const [order, billing] = await Promise.all([
    readOrder(app.db, unit.tenant, orderId),
    findBilling(app.db, unit.tenant, orderId),
  ])
  const ids = billing ? [...billing.earlier, billing.invoiceId] : []
  if (!order || !billing || !ids.includes(invoiceId)) return undefined
  const read = await Promise.all(ids.map((id) => readBilled(app.db, unit.tenant, id, orderId)))
  const invoiced = read.filter((each) => each !== undefined)
  const own = invoiced.find(({ id }) => id === invoiceId)
  // A deleted or cancelled invoice releases its orders by itself.
  if (!own) return undefined
  const isAccepted = order.status === 'accepted'
  if (isAccepted && own.invoice.status !== 'draft' && waitsForRefund(order)) return AWAITING_REFUND
  if (!isAccepted && (await hasOrderLeft(app.db, unit.tenant, order.id))) return CANCELLED_WITH_PIECES
  const pricing = await readPricing(app, unit, own)
  const [leavesFrom = () => null] = await readDispatch(app.db, unit.tenant, [order], pricing.taxRates)
  const names = nameTaxes(invoiced, orderId, (charge) => decideTaxOfCharge(order, leavesFrom, charge, pricing))
  const place = invoiced.indexOf(own)
  const subject = {
    ...{ order, billing, own, earlier: invoiced.slice(0, place), later: invoiced.slice(place + 1) },
    ...{ worth: isAccepted ? toInvoiceLines(order) : [], names, leavesFrom },
  }
  return await tryTo(unit, () =>
    own.invoice.status === 'draft' ? redraw(app, unit, subject, pricing) : propose(app, unit, subject),
  )
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
