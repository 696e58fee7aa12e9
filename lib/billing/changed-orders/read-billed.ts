import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { Id } from '../../platform/id.ts'
import { find, list } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { CreditLine } from '../credit-notes/credit-note.ts'
import { creditNoteLines, creditNotes } from '../credit-notes/credit-note-store.ts'
import { type Credited, subtractCredited } from '../credited.ts'
import type { StoredInvoice } from '../invoices/invoice.ts'
import { type InvoiceLines, invoiceLines, invoices } from '../invoices/invoice-store.ts'

/** The lines by which an invoice bills an order. */
export interface Billed extends InvoiceLines {
  invoice: StoredInvoice
  /** The rest that credit notes leave of its lines that bill the order. */
  rests: readonly { line: LineItem; rest: Credited }[]
  /** The lines of credit notes that followed the order and name no line of the invoice. */
  refunds: readonly CreditLine[]
}

const PAGE = 100

const readRefunds = async (db: Table, tenant: Id, invoiceId: Id, orderId: Id): Promise<CreditLine[]> => {
  const refunds: CreditLine[] = []
  for (let page = 1; ; page++) {
    const { items, totalItems } = await list(db, creditNotes, tenant, { page, itemsPerPage: PAGE, by: { invoiceId } })
    const own = items.filter(({ status, followedOrderId }) => status !== 'cancelled' && followedOrderId === orderId)
    const stored = await Promise.all(own.map(({ id }) => find(db, creditNoteLines, tenant, id)))
    refunds.push(...stored.flatMap((each) => each?.lines ?? []).filter((line) => line.originalLineItemId === null))
    if (page * PAGE >= totalItems) return refunds
  }
}

/** Reads what an invoice bills of an order; undefined if it was deleted or cancelled. */
export const readBilled = async (db: Table, tenant: Id, invoiceId: Id, orderId: Id): Promise<Billed | undefined> => {
  const [invoice, stored] = await Promise.all([
    find(db, invoices, tenant, invoiceId),
    find(db, invoiceLines, tenant, invoiceId),
  ])
  if (!invoice || !stored || invoice.status === 'cancelled') return undefined
  const { lines, credited } = stored
  const hasCredit = Object.keys(credited).length > 0
  const rests = lines
    .filter((line) => line.orderId === orderId)
    .map((line) => ({ line, rest: subtractCredited(line, credited[line.id]) }))
  return { ...stored, invoice, rests, refunds: hasCredit ? await readRefunds(db, tenant, invoiceId, orderId) : [] }
}
