import type { CreditLineInput } from '../../../schemas/billing/credit-note.ts'
import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { subtractQuantity } from '../../platform/money/decimal.ts'
import { invalid, orInvalid, Problem } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import type { CreditedByLine } from '../credited.ts'
import { invoiceLines } from '../invoices/invoice-store.ts'
import { createCreditNote } from './create-credit-note.ts'
import type { StoredCreditNote } from './credit-note.ts'
import { type CreditNoteWithLines, creditNotes } from './credit-note-store.ts'

const sumQuantities = (lines: readonly { quantity: number }[]) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

type BilledOrder = Pick<StoredOrder, 'id' | 'lineItems'>

/**
 * Finds the invoice lines of an order, by line of the order; undefined if the invoice does not bill the pieces of each line
 * by themselves.
 */
export const findLinesOfOrder = (invoiced: readonly LineItem[], order: BilledOrder): LineItem[][] | undefined => {
  const own = invoiced.filter(({ orderId }) => orderId === order.id)
  const byLine = order.lineItems.map(({ id }) => own.filter(({ orderLineId }) => orderLineId === id))
  const isByPiece = byLine.every((lines, i) => {
    const { quantity = 0, orderedQuantity = 0 } = order.lineItems[i] ?? {}
    const pieces = sumQuantities(lines)
    return pieces <= orderedQuantity && (pieces >= quantity || !quantity) && Number.isInteger(orderedQuantity)
  })
  return own.some(({ orderLineId }) => orderLineId !== null) && isByPiece ? byLine : undefined
}

/**
 * Takes pieces of an order's line from the invoice lines that bill it, the first ones first, as far as they are not credited.
 * Pieces that none of them has left are asked of the last one, so that the credit is refused.
 */
export const takePieces = (
  lines: readonly LineItem[],
  quantity: number,
  credited: CreditedByLine,
): CreditLineInput[] => {
  let missing = quantity
  return lines.flatMap(({ id, quantity: billed }, i) => {
    const left = Math.max(0, subtractQuantity(billed, credited[id]?.quantity ?? 0))
    const taken = i === lines.length - 1 ? missing : Math.min(missing, left)
    missing = subtractQuantity(missing, taken)
    return taken > 0 ? [{ quantity: taken, originalLineItemId: id }] : []
  })
}

interface OrderCredit {
  invoiceId: Id
  order: BilledOrder
  /** Pieces to credit, by index of the order's line. */
  quantities: ReadonlyMap<number, number>
  reason: string
  returnId: Id
}

/** Drafts a credit note for returned pieces of an order that the invoice bills. */
export const creditOrder = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  { invoiceId, order, quantities, reason, returnId }: OrderCredit,
): Promise<CreditNoteWithLines> => {
  const stored = orInvalid(await find(app.db, invoiceLines, unit.tenant, invoiceId), 'invoiceId', 'invoice')
  if (!stored.orders.includes(order.id))
    throw invalid({ propertyPath: 'invoiceId', message: 'must be the id of an invoice that bills the order' })
  const lines = findLinesOfOrder(stored.lines, order)
  if (!lines)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The invoice does not bill the order as it is now, line by line. Create the credit note by hand.',
    )
  const lineItems = [...quantities].flatMap(([i, quantity]) => takePieces(lines[i] ?? [], quantity, stored.credited))
  if (!lineItems.length)
    throw new Problem('OPERATION_NOT_ALLOWED', 'No pieces of the order came back, so there is nothing to credit.')
  return await createCreditNote(app, unit, { invoiceId, reason, lineItems, returned: { orderId: order.id, returnId } })
}

/** Reads a credit note for another module; undefined if it does not exist. */
export const readCreditNote = (db: Table, tenant: Id, id: Id): Promise<StoredCreditNote | undefined> =>
  find(db, creditNotes, tenant, id)
