import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, orInvalid, Problem } from '../../platform/problem.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import { invoiceLines } from '../invoices/invoice-store.ts'
import { toInvoiceLines } from '../invoices/to-invoice-lines.ts'
import { createCreditNote } from './create-credit-note.ts'
import type { StoredCreditNote } from './credit-note.ts'
import { type CreditNoteWithLines, creditNotes } from './credit-note-store.ts'

type BilledOrder = Pick<StoredOrder, 'id' | 'number' | 'total' | 'lineItems'>

const isSameLine = (one: LineItem | undefined, other: ReturnType<typeof toInvoiceLines>[number]) =>
  one?.description === other.description &&
  one.quantity === other.quantity &&
  one.unitPrice === other.unitPrice &&
  one.reference === other.reference

/** Finds the invoice lines of an order, by line of the order; undefined if the invoice does not bill each line by itself. */
export const findLinesOfOrder = (invoiced: readonly LineItem[], order: BilledOrder): LineItem[] | undefined => {
  const billed = toInvoiceLines(order)
  const isByLine = order.lineItems.every(
    ({ quantity, unitPrice }, i) => billed[i]?.quantity === quantity && billed[i]?.unitPrice === unitPrice,
  )
  if (!isByLine || !order.lineItems.length) return undefined
  const start = invoiced.findIndex((_, at) => billed.every((line, i) => isSameLine(invoiced[at + i], line)))
  return start < 0 ? undefined : invoiced.slice(start, start + order.lineItems.length)
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
  if (!stored.orders?.includes(order.id))
    throw invalid({ propertyPath: 'invoiceId', message: 'must be the id of an invoice that bills the order' })
  const lines = findLinesOfOrder(stored.lines, order)
  if (!lines)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      'The invoice does not bill the order as it is now, line by line. Create the credit note by hand.',
    )
  const lineItems = [...quantities].flatMap(([i, quantity]) => {
    const line = lines[i]
    return line && quantity ? [{ quantity, originalLineItemId: line.id }] : []
  })
  if (!lineItems.length)
    throw new Problem('OPERATION_NOT_ALLOWED', 'No pieces of the order came back, so there is nothing to credit.')
  return await createCreditNote(app, unit, { invoiceId, reason, lineItems, returned: { orderId: order.id, returnId } })
}

/** Reads a credit note for another module; undefined if it does not exist. */
export const readCreditNote = (db: Table, tenant: Id, id: Id): Promise<StoredCreditNote | undefined> =>
  find(db, creditNotes, tenant, id)
