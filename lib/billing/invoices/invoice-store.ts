import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { Id } from '../../platform/id.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import { notFound } from '../../platform/problem.ts'
import { entity, type Stored, uniqueKey } from '../../platform/store/entities/entity.ts'
import {
  find,
  findAll,
  findWithPart,
  list,
  type Members,
  type Page,
  slicePage,
} from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { CreditedByLine } from '../credited.ts'
import { findIdsByNumber } from '../numbering/find-ids-by-number.ts'
import { checkDraftInvoice, type StoredInvoice } from './invoice.ts'

// Invoices:     T#<tenant>#invoice / <id>         listed newest first, or latest due first in a range of due dates, by
//                                                 any of partner and status; one for each number and for
//                                                 each period of a recurring profile; due (duePk, dueSk)
//                                                 while a reminder or the due date is ahead
// their lines:  T#<tenant>#invoice-lines / <id>   lines as they were billed, and the part credited of each; of a deleted
//                                                 draft until its orders are released

export interface InvoiceLines extends Stored {
  lines: LineItem[]
  credited: CreditedByLine
  /** Orders that the lines bill; empty again once the invoice is cancelled and its orders are released. */
  orders: Id[]
  /** Orders that a change of the lines or the deletion of the draft left unbilled and that are still to be released. */
  freeing: Id[]
}

const buildPeriodKey = (profile: Id, start: string) => `${profile}#${start}`

export const invoices = entity<StoredInvoice>({
  name: 'invoice',
  shape: 1,
  audit: { hidden: ['deliverTo'] },
  lists: [
    { facets: ['status'] },
    { by: ['partnerId'], facets: ['status'] },
    { facets: ['status'], byDate: 'dueDate' },
    { by: ['partnerId'], facets: ['status'], byDate: 'dueDate' },
  ],
  unique: ({ invoiceNumber, recurringProfileId, periodStart }) => ({
    number: invoiceNumber && foldDocumentNumber(invoiceNumber),
    period: recurringProfileId && periodStart && buildPeriodKey(recurringProfileId, periodStart),
  }),
})

export const invoiceLines = entity<InvoiceLines>({
  name: 'invoice-lines',
  shape: 1,
  audit: {},
  lists: [],
  packs: ['lines', 'credited', 'orders', 'freeing'],
})

export interface InvoiceWithLines extends StoredInvoice {
  lineItems: LineItem[]
  /** The partner, where it was read already. */
  partner?: StoredPartner | undefined
}

export interface InvoiceFilters {
  status?: string | undefined
  partnerId?: Id | undefined
  dueDateFrom?: string | undefined
  dueDateTo?: string | undefined
}

export const findInvoice = (db: Table, tenant: Id, id: string) => find(db, invoices, tenant, id)

export const findInvoiceWithLines = async (db: Table, tenant: Id, id: Id): Promise<InvoiceWithLines | undefined> => {
  const found = await findWithPart(db, invoices, invoiceLines, tenant, id)
  return found && { ...found[0], lineItems: found[1]?.lines ?? [] }
}

export const readInvoiceLines = async (db: Table, tenant: Id, id: Id): Promise<InvoiceLines> => {
  const found = await find(db, invoiceLines, tenant, id)
  if (!found) throw notFound()
  return found
}

export const findInvoiceIdsByNumber = (db: Table, tenant: Id, numbers: readonly string[]) =>
  findIdsByNumber(db, invoices, tenant, numbers)

export const findInvoiceIdByPeriod = async (
  db: Table,
  tenant: Id,
  profile: Id,
  start: string,
): Promise<Id | undefined> =>
  (await db.get<{ id?: Id }>(uniqueKey(tenant, invoices, 'period', buildPeriodKey(profile, start))))?.id

export const findInvoiceByNumber = async (db: Table, tenant: Id, given: string) => {
  const id = (await db.get<{ id?: Id }>(uniqueKey(tenant, invoices, 'number', foldDocumentNumber(given))))?.id
  return id ? await findInvoiceWithLines(db, tenant, id) : undefined
}

export const readPageOfInvoices = (
  db: Table,
  tenant: Id,
  page: Page,
  { status, partnerId, dueDateFrom: from, dueDateTo: to }: InvoiceFilters,
): Promise<Members<StoredInvoice>> =>
  list(db, invoices, tenant, {
    ...page,
    facets: { status },
    ...(partnerId && { by: { partnerId } }),
    ...((from || to) && { byDate: { field: 'dueDate', from, to } }),
  })

/** Reads a page of the invoices of a recurring profile, the latest period first, from the items of their unique periods. */
export const readPageOfProfileInvoices = async (
  db: Table,
  tenant: Id,
  page: Page,
  profile: Id,
): Promise<Members<StoredInvoice>> => {
  const { pk, sk: prefix } = uniqueKey(tenant, invoices, 'period', buildPeriodKey(profile, ''))
  const rows = await db.query<{ id: Id }>({ pk, prefix, newestFirst: true, only: ['id'] })
  const { items, totalItems } = slicePage(rows, page)
  const ids = items.map(({ id }) => id)
  return { items: await findAll(db, invoices, tenant, ids), totalItems }
}

/** An invoice and the item of its lines, for a change of both. */
export interface InvoiceAndLines {
  invoice: StoredInvoice
  stored: InvoiceLines
}

/** Loads the draft named in the request; checks `If-Match`. Refuses an invoice that is not a draft or not complete. */
export const loadDraftInvoice = async (db: Table, unit: Unit, id: Id): Promise<InvoiceAndLines> => {
  const [invoice, stored] = (await findWithPart(db, invoices, invoiceLines, unit.tenant, id)) ?? []
  if (!invoice || !stored) throw notFound()
  unit.match(invoice)
  checkDraftInvoice(invoice)
  return { invoice, stored }
}

/** Loads the invoice named in the request with its lines, for a change; checks `If-Match`. */
export const loadInvoice = async (db: Table, unit: Unit, id: Id): Promise<InvoiceWithLines> =>
  unit.named(await findInvoiceWithLines(db, unit.tenant, id))

export const updateInvoice = (
  unit: Unit,
  { lineItems, ...before }: InvoiceWithLines,
  changes: Partial<StoredInvoice>,
) => ({
  ...unit.update(invoices, before, changes),
  lineItems,
})
