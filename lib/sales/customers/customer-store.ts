import { CUSTOMER_STATES } from '../../../schemas/sales/customers/customer.ts'
import type { Id } from '../../platform/id.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import { entity, partition, searchableWords } from '../../platform/store/entities/entity.ts'
import type { ColumnValues } from '../../platform/store/entities/outline.ts'
import { find, findAll, list, type Page } from '../../platform/store/lists/list.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Amounts } from '../orders/order.ts'
import { shortenEmail } from '../orders/order-outline.ts'
import { listParts, type StoredCustomer } from './customer.ts'

// Customers:              T#<tenant>#customer / <id>        listed newest first by status; searched by their outline
// Customer of a key:      T#<tenant>#customer-key / <key>   which customer has the key, and the sums of the orders that have it

const CUSTOMER_COLUMNS = ['status', 'channels', 'emails', 'names', 'tags'] as const
export type CustomerColumn = (typeof CUSTOMER_COLUMNS)[number]

const readCustomerOutline = (customer: StoredCustomer): ColumnValues => ({
  status: customer.status,
  channels: [...new Set(listParts(customer).map(({ channelId }) => channelId))],
  emails: customer.emails.map(shortenEmail),
  names: searchableWords(customer.name ?? ''),
  tags: customer.tags.map(foldText),
})

export const customers = entity<StoredCustomer>({
  name: 'customer',
  shape: 1,
  audit: { hidden: ['name', 'emails', 'phone', 'note', 'key', 'parts'], platform: 'summary' },
  lists: [{ facets: ['status'], merged: { facet: 'status', values: CUSTOMER_STATES } }],
  outline: { columns: CUSTOMER_COLUMNS, read: readCustomerOutline },
})

export const listCustomers = (db: Table, tenant: Id, page: Page, status: StoredCustomer['status']) =>
  list(db, customers, tenant, { ...page, facets: { status } })

export const findCustomer = (db: Table, tenant: Id, id: string) => find(db, customers, tenant, id)

export const findCustomers = (db: Table, tenant: Id, ids: readonly Id[]) => findAll(db, customers, tenant, ids)

export const customerKeyKey = (tenant: Id, key: string): Key => ({ pk: partition(tenant, 'customer-key'), sk: key })

export const CUSTOMER_KEY_KIND = 'customer-key'

interface StoredKey {
  customerId: Id
}

/** Reads the items of some keys, by key. */
export const readKeys = async (
  db: Table,
  tenant: Id,
  keys: readonly string[],
): Promise<Map<string, { customerId: Id; sums: Amounts }>> => {
  const wanted = [...new Set(keys)]
  if (!wanted.length) return new Map()
  const found = await db.batchGet<StoredKey>(wanted.map((key) => customerKeyKey(tenant, key)))
  return new Map(
    found.map(({ pk: _pk, sk, kind: _kind, customerId, ...sums }) => [sk, { customerId, sums: sums as Amounts }]),
  )
}
