import { type LineItem, MAX_LINES, MAX_LINES_BYTES } from '../../../schemas/billing/invoice.ts'
import type { App } from '../../platform/app/app.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import type { Id } from '../../platform/id.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { claimForBilling, listUnbilledOrders, releaseFromBilling } from '../../sales/orders/unbilled-orders.ts'
import { type BillingSettings, getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { findCheckedPartner } from '../completeness/find-checked-partner.ts'
import type { TaxRates } from '../tax.ts'
import { addOrderSupply } from '../taxes/order-supply.ts'
import { type LeavesFrom, readDispatch } from '../taxes/read-dispatch.ts'
import { findTaxedPartner, readSupplyPlace } from '../taxes/supply-place.ts'
import { countBytes, priceLines, type StoredInvoice, type UnpricedLine } from './invoice.ts'
import { buildInvoiceEvent, listToldOrders, tellIssued } from './invoice-event.ts'
import { findInvoiceWithLines, invoiceLines, invoices, readInvoiceLines } from './invoice-store.ts'
import { prepareInvoiceIssue } from './issue-invoice.ts'
import { emitNotIssued, isRefusalToIssue } from './not-issued.ts'
import { requireFollowedOrders } from './require-followed-orders.ts'
import { toInvoiceLines } from './to-invoice-lines.ts'

/** Orders that fit the transaction that creates an invoice. */
export const MAX_FIRST_ORDERS = 30
/** Orders that fit a transaction that adds to an invoice and may issue it. */
const MAX_ORDERS_PER_TRANSACTION = 30
const MAX_FREED_PER_TRANSACTION = 28

interface BilledOrders {
  lines: UnpricedLine[]
  orders: Id[]
  /** True if further orders have room on the same invoice. */
  hasMore: boolean
}

interface Room {
  invoiceId: Id
  maxOrders: number
  taxRates: TaxRates
  /** Lines of the invoice that bill other orders. */
  existingLines?: readonly LineItem[]
}

/** Adds the oldest orders without an invoice to the unit, as many as fit beside the lines of the invoice. */
export const billOrders = async (
  db: Table,
  unit: Unit,
  channelId: Id,
  currency: string,
  { invoiceId, maxOrders, taxRates, existingLines = [] }: Room,
): Promise<BilledOrders> => {
  const found = await listUnbilledOrders(db, unit.tenant, channelId, currency, maxOrders + 1)
  const billed: BilledOrders = { lines: [], orders: [], hasMore: found.length > maxOrders }
  let bytes = countBytes(existingLines, taxRates)
  const next = found.slice(0, maxOrders)
  const dispatch = await readDispatch(
    db,
    unit.tenant,
    next.map(({ order }) => order),
    taxRates,
  )
  for (const [i, each] of next.entries()) {
    const { order } = each
    const lines = addOrderSupply(toInvoiceLines(order), order, dispatch[i] as LeavesFrom)
    bytes += countBytes(lines, taxRates)
    if (existingLines.length + billed.lines.length + lines.length > MAX_LINES || bytes > MAX_LINES_BYTES)
      return { ...billed, hasMore: false }
    claimForBilling(unit, each, invoiceId)
    billed.lines.push(...lines)
    billed.orders.push(order.id)
  }
  return billed
}

/** Returns the changes that issue the draft, or why it stays a draft. */
const tryToIssue = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  draft: StoredInvoice & { lines: LineItem[] },
  settings: BillingSettings,
) => {
  const partner = await findCheckedPartner(app, unit.tenant, settings, draft.partnerId)
  try {
    await requireFollowedOrders(app.db, unit.tenant, draft)
    return { changes: await prepareInvoiceIssue(app, unit, draft, { settings, partner }) }
  } catch (error) {
    if (isRefusalToIssue(error)) return { refusal: error }
    throw error
  }
}

const billNextOrders = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  maxOrders: number,
): Promise<boolean> => {
  const found = await findInvoiceWithLines(app.db, unit.tenant, id)
  if (found?.status !== 'draft' || !found.drawing || !found.channelId) return false
  const { lineItems: before, ...draft } = found
  const stored = await readInvoiceLines(app.db, unit.tenant, id)
  const settings = await readBillingSettings(app, unit.tenant)
  const taxRates = getTaxRates(settings)
  const room = { invoiceId: id, maxOrders, taxRates, existingLines: before }
  const billed = await billOrders(app.db, unit, found.channelId, found.currencyCode, room)
  const ids = before.map((line) => line.id)
  const newId = () => ids.shift() ?? unit.newId()
  const { pricesIncludeTax } = draft
  const buyer = await findTaxedPartner(app, unit.tenant, settings, draft.partnerId)
  const place = readSupplyPlace(draft, settings, buyer, unit.now)
  const { lines, ...totals } = priceLines([...before, ...billed.lines], { taxRates, place, pricesIncludeTax, newId })
  unit.update(invoiceLines, stored, { lines, orders: [...stored.orders, ...billed.orders] })
  const after = { ...draft, ...totals, lineItemCount: lines.length, drawing: billed.hasMore ? found.drawing : null }
  const isToIssue = !after.drawing && found.drawing.issue
  const issued = isToIssue ? await tryToIssue(app, unit, { ...after, lines }, settings) : undefined
  const invoice = unit.update(invoices, draft, { ...after, ...issued?.changes }, 'stale')
  if (issued?.changes) {
    unit.emit('finance.invoice.issued', buildInvoiceEvent(invoice))
    tellIssued(unit, invoice, listToldOrders(lines))
  }
  if (issued?.refusal) emitNotIssued(unit, invoice, issued.refusal)
  return billed.hasMore
}

const MAX_CHUNKS_PER_TASK = 20

/** Bills the orders that did not fit the transaction that created the invoice. Idempotent. */
export const billMoreOrders = (
  app: Pick<App, 'db' | 'clock'>,
  data: { tenant: Id; invoiceId: Id },
  now: Date,
): Promise<void> =>
  runInChunks(app.db, { task: 'billing.invoice.draw', data, now, most: MAX_CHUNKS_PER_TASK }, (unit) =>
    unit.attemptUpTo(MAX_ORDERS_PER_TRANSACTION, (count) => billNextOrders(app, unit, data.invoiceId, count)),
  )

/** Orders that are released in the transaction of the change that leaves them unbilled. */
const MAX_FREED_WITH_CHANGE = 12
/** Actions that a change adds after it: the item of the lines, and the task that releases the rest. */
const RESERVED_ACTIONS = 2

/**
 * Releases orders that the invoice does not bill any more, as many as fit the unit, and returns those that a task will release.
 */
export const releaseOrders = async (db: Table, unit: Unit, invoiceId: Id, orders: readonly Id[]): Promise<Id[]> => {
  const first = orders.slice(0, MAX_FREED_WITH_CHANGE)
  const released = await unit.attempt(() => releaseFromBilling(db, unit, invoiceId, first), RESERVED_ACTIONS)
  const rest = orders.slice(released ? first.length : 0)
  if (rest.length) unit.schedule('billing.invoice.free-orders', { tenant: unit.tenant, invoiceId })
  return rest
}

/**
 * Releases the orders of a cancelled or deleted invoice, and those that a change of a draft left unbilled, so that another
 * invoice can bill them. Idempotent.
 */
export const freeOrders = async (
  { db }: Pick<App, 'db'>,
  { tenant, invoiceId }: { tenant: Id; invoiceId: Id },
  now: Date,
): Promise<void> => {
  for (let hasMore = true; hasMore; )
    hasMore = await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      const [invoice, stored] = await Promise.all([
        find(db, invoices, tenant, invoiceId),
        find(db, invoiceLines, tenant, invoiceId),
      ])
      if (!stored) return false
      const keeps = invoice && invoice.status !== 'cancelled'
      const [kept, leaving] = keeps ? [stored.orders, []] : [[], stored.orders]
      const freed = [...stored.freeing, ...leaving]
      if (!freed.length) return false
      return await unit.attemptUpTo(MAX_FREED_PER_TRANSACTION, async (count) => {
        const rest = freed.slice(count)
        await releaseFromBilling(db, unit, invoiceId, freed.slice(0, count))
        if (invoice || rest.length) unit.update(invoiceLines, stored, { orders: kept, freeing: rest })
        else unit.remove(invoiceLines, stored)
        return rest.length > 0
      })
    })
}
