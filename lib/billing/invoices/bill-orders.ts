import { type LineItemInput, MAX_LINES } from '../../../schemas/billing/invoice.ts'
import type { App } from '../../platform/app/app.ts'
import { runInChunks } from '../../platform/events/run-in-chunks.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { freeForBilling, listUnbilledOrders, takeForBilling } from '../../sales/orders/unbilled-orders.ts'
import { getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { isIssuable, MAX_BYTES, priceLines } from './invoice.ts'
import { findInvoiceWithLines, invoiceLines, invoices, readInvoiceLines } from './invoice-store.ts'
import { buildInvoiceEvent, issueChanges } from './issue-invoice.ts'
import { toInvoiceLines } from './order-lines.ts'

/** What fits the transaction that makes an invoice, and one that adds to it or issues it beside. */
export const FIRST_ORDERS = 35
const ORDERS_AT_ONCE = 55
const FREED_AT_ONCE = 45

interface Drawn {
  lines: LineItemInput[]
  orders: Id[]
  /** Whether there are others that have room on the same invoice. */
  more: boolean
}

const countBytes = (lines: readonly LineItemInput[]) => Buffer.byteLength(JSON.stringify(lines))

/** Takes the oldest orders that no invoice carries, as many as have room beside the lines that are there. */
export const billOrders = async (
  db: Table,
  unit: Unit,
  channelId: Id,
  currency: string,
  most: number,
  beside: readonly LineItemInput[] = [],
): Promise<Drawn> => {
  const found = await listUnbilledOrders(db, unit.tenant, channelId, currency, most + 1)
  const drawn: Drawn = { lines: [], orders: [], more: found.length > most }
  let bytes = countBytes(beside)
  for (const order of found.slice(0, most)) {
    const lines = toInvoiceLines(order)
    bytes += countBytes(lines)
    if (beside.length + drawn.lines.length + lines.length > MAX_LINES || bytes > MAX_BYTES)
      return { ...drawn, more: false }
    takeForBilling(unit, order)
    drawn.lines.push(...lines)
    drawn.orders.push(order.id)
  }
  return drawn
}

const billNextOrders = async (app: Pick<App, 'db' | 'clock'>, unit: Unit, id: Id): Promise<boolean> => {
  const found = await findInvoiceWithLines(app.db, unit.tenant, id)
  if (found?.status !== 'draft' || !found.drawing || !found.channelId) return false
  const { lineItems: before, ...draft } = found
  const held = await readInvoiceLines(app.db, unit.tenant, id)
  const settings = await readBillingSettings(app, unit.tenant)
  const drawn = await billOrders(app.db, unit, found.channelId, found.currencyCode, ORDERS_AT_ONCE, before)
  const ids = before.map((line) => line.id)
  const { lines, ...totals } = priceLines(
    [...before, ...drawn.lines],
    getTaxRates(settings),
    () => ids.shift() ?? unit.newId(),
  )
  unit.update(invoiceLines, held, { lines, orders: [...(held.orders ?? []), ...drawn.orders] })
  const after = { ...draft, ...totals, lineItemCount: lines.length, drawing: drawn.more ? found.drawing : null }
  const isToIssue = !after.drawing && found.drawing.issue && isIssuable(after)
  const changes = isToIssue ? await issueChanges(app, unit, after, settings) : {}
  const invoice = unit.update(invoices, draft, { ...after, ...changes }, 'stale')
  if (isToIssue) unit.emit('finance.invoice.issued', buildInvoiceEvent(invoice))
  return drawn.more
}

const CHUNKS_OF_A_TASK = 20

/** Draws the orders that had no room in the transaction that made the invoice; may be run again. */
export const billMoreOrders = (
  app: Pick<App, 'db' | 'clock'>,
  data: { tenant: Id; invoiceId: Id },
  now: Date,
): Promise<void> =>
  runInChunks(app.db, { task: 'billing.invoice.draw', data, now, most: CHUNKS_OF_A_TASK }, (unit) =>
    billNextOrders(app, unit, data.invoiceId),
  )

/** Gives back the orders of a cancelled invoice, so that another can carry them; may be run again. */
export const freeOrders = async (
  { db }: Pick<App, 'db'>,
  { tenant, invoiceId }: { tenant: Id; invoiceId: Id },
  now: Date,
): Promise<void> => {
  for (let left = true; left; )
    left = await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      const held = await readInvoiceLines(db, tenant, invoiceId)
      const [some, rest] = [held.orders?.slice(0, FREED_AT_ONCE) ?? [], held.orders?.slice(FREED_AT_ONCE) ?? []]
      if (!some.length) return false
      await freeForBilling(db, unit, some)
      unit.update(invoiceLines, held, { orders: rest })
      return rest.length > 0
    })
}
