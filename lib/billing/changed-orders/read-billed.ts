import type { Id } from '../../platform/id.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { find, list } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { creditNoteLines, creditNotes } from '../credit-notes/credit-note-store.ts'
import type { InvoiceLines } from '../invoices/invoice-store.ts'
import type { Billed } from './plan-credit.ts'

const PAGE = 100

/** Adds up what credit notes that followed the order have credited without naming a line of the invoice. */
const sumRefunded = async (db: Table, tenant: Id, invoiceId: Id, orderId: Id): Promise<number> => {
  let sum = 0
  for (let page = 1; ; page++) {
    const { items, totalItems } = await list(db, creditNotes, tenant, { page, itemsPerPage: PAGE, by: { invoiceId } })
    const own = items.filter(({ status, followedOrderId }) => status !== 'cancelled' && followedOrderId === orderId)
    const stored = await Promise.all(own.map(({ id }) => find(db, creditNoteLines, tenant, id)))
    const unnamed = stored.flatMap((each) => each?.lines ?? []).filter((line) => line.originalLineItemId === null)
    sum = sumAmounts([sum, ...unnamed.flatMap(({ amount, taxAmount }) => [amount, taxAmount])])
    if (page * PAGE >= totalItems) return sum
  }
}

/** Reads what an invoice bills of an order. */
export const readBilled = async (db: Table, tenant: Id, stored: InvoiceLines, orderId: Id): Promise<Billed> => {
  const hasCredit = Object.keys(stored.credited).length > 0
  return { ...stored, refunded: hasCredit ? await sumRefunded(db, tenant, stored.id, orderId) : 0 }
}
