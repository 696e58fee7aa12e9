import type { CUSTOMER_STATES } from '../../../schemas/sales/customers/customer.ts'
import type { Id } from '../../platform/id.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import type { Members, Page } from '../../platform/store/lists/list.ts'
import { type ColumnTest, has, hasWords } from '../../platform/store/outlines/column-test.ts'
import { type Conditions, searchOutlines } from '../../platform/store/outlines/search-outlines.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { shortenEmail } from '../orders/order-outline.ts'
import { type CustomerColumn, customers, listCustomers } from './customer-store.ts'
import { presentCustomers } from './present-customers.ts'

export interface CustomerFilters {
  email?: string | undefined
  name?: string | undefined
  channelId?: Id | undefined
  tag?: string | undefined
  status?: (typeof CUSTOMER_STATES)[number] | undefined
}

/** Builds the conditions of the filters that are given. */
export const buildCustomerConditions = ({ email, name, channelId, tag, status }: CustomerFilters): Conditions => {
  const conditions: Partial<Record<CustomerColumn, ColumnTest>> = {
    status: (value) => (status ? value === status : value === 'active'),
    ...(email && { emails: has(shortenEmail(email)) }),
    ...(name && { names: hasWords(name) }),
    ...(channelId && { channels: has(channelId) }),
    ...(tag && { tags: has(foldText(tag)) }),
  }
  return conditions as Conditions
}

/** Returns one page of the customers that the filters show, newest first. */
export const searchCustomers = async (db: Table, tenant: Id, page: Page, filters: CustomerFilters) => {
  const { status = 'active', ...others } = filters
  const isListed = Object.values(others).every((value) => value === undefined)
  const { items, totalItems } = isListed
    ? await listCustomers(db, tenant, page, status)
    : await searchOutlines(db, customers, tenant, page, buildCustomerConditions(filters))
  return { items: await presentCustomers(db, tenant, items), totalItems } satisfies Members<unknown>
}
