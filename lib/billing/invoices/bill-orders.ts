import { type LineItemInput, MOST_LINES } from '../../../schemas/billing/invoice.ts'
import type { App } from '../../platform/app.ts'
import { inChunks } from '../../platform/events/run-in-chunks.ts'
import type { Id } from '../../platform/id.ts'
import { freeForBilling, takeForBilling, unbilledOrders } from '../../sales/orders/unbilled-orders.ts'
import type { Table } from '../../platform/store/table.ts'
import { inUnit, type Unit } from '../../platform/store/unit.ts'
import { billingSettings, ratesOf } from '../billing-settings.ts'
import { isIssuable, MOST_BYTES, price } from './invoice.ts'
import { findInvoiceWithLines, invoiceLines, invoices, linesOf } from './invoice-store.ts'
import { issued, told } from './issue-invoice.ts'
import { linesOfOrder } from './order-lines.ts'

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

const bytesOf = (lines: readonly LineItemInput[]) => Buffer.byteLength(JSON.stringify(lines))

/** Takes the oldest orders that no invoice carries, as many as have room beside the lines that are there. */
export const drawOrders = async (
  db: Table,
  unit: Unit,
  channelId: Id,
  currency: string,
  most: number,
  beside: readonly LineItemInput[] = [],
): Promise<Drawn> => {
  const found = await unbilledOrders(db, unit.tenant, channelId, currency, most + 1)
  const drawn: Drawn = { lines: [], orders: [], more: found.length > most }
  let bytes = bytesOf(beside)
  for (const order of found.slice(0, most)) {
    const lines = linesOfOrder(order)
    bytes += bytesOf(lines)
    if (beside.length + drawn.lines.length + lines.length > MOST_LINES || bytes > MOST_BYTES)
      return { ...drawn, more: false }
    takeForBilling(unit, order)
    drawn.lines.push(...lines)
    drawn.orders.push(order.id)
  }
  return drawn
}

const drawSome = async (app: Pick<App, 'db' | 'clock'>, unit: Unit, id: Id): Promise<boolean> => {
  const found = await findInvoiceWithLines(app.db, unit.tenant, id)
  if (found?.status !== 'draft' || !found.drawing || !found.channelId) return false
  const { lineItems: before, ...draft } = found
  const held = await linesOf(app.db, unit.tenant, id)
  const settings = await billingSettings(app, unit.tenant)
  const drawn = await drawOrders(app.db, unit, found.channelId, found.currencyCode, ORDERS_AT_ONCE, before)
  const ids = before.map((line) => line.id)
  const { lines, ...totals } = price([...before, ...drawn.lines], ratesOf(settings), () => ids.shift() ?? unit.newId())
  unit.update(invoiceLines, held, { lines, orders: [...(held.orders ?? []), ...drawn.orders] })
  const after = { ...draft, ...totals, lineItemCount: lines.length, drawing: drawn.more ? found.drawing : null }
  const isToIssue = !after.drawing && found.drawing.issue && isIssuable(after)
  const changes = isToIssue ? await issued(app, unit, after, settings) : {}
  const invoice = unit.update(invoices, draft, { ...after, ...changes }, 'stale')
  if (isToIssue) unit.emit('finance.invoice.issued', told(invoice))
  return drawn.more
}

const CHUNKS_OF_A_TASK = 20

/** Draws the orders that had no room in the transaction that made the invoice; may be run again. */
export const drawMoreOrders = (
  app: Pick<App, 'db' | 'clock'>,
  data: { tenant: Id; invoiceId: Id },
  now: Date,
): Promise<void> =>
  inChunks(app.db, { task: 'billing.invoice.draw', data, now, most: CHUNKS_OF_A_TASK }, (unit) =>
    drawSome(app, unit, data.invoiceId),
  )

/** Gives back the orders of a cancelled invoice, so that another can carry them; may be run again. */
export const freeOrders = async (
  { db }: Pick<App, 'db'>,
  { tenant, invoiceId }: { tenant: Id; invoiceId: Id },
  now: Date,
): Promise<void> => {
  for (let left = true; left; )
    left = await inUnit(db, { tenant, actor: null, now }, async (unit) => {
      const held = await linesOf(db, tenant, invoiceId)
      const [some, rest] = [held.orders?.slice(0, FREED_AT_ONCE) ?? [], held.orders?.slice(FREED_AT_ONCE) ?? []]
      if (!some.length) return false
      await freeForBilling(db, unit, some)
      unit.update(invoiceLines, held, { orders: rest })
      return rest.length > 0
    })
}
