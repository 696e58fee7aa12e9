import { Customer } from '../../../schemas/sales/customers/customer.ts'
import type { Collection } from '../../data-exchange/exports/collection.ts'
import { defineCollection } from '../../data-exchange/exports/define-collection.ts'
import { scanPart } from '../../platform/store/lists/scan-part.ts'
import { meetsConditions } from '../../platform/store/outlines/search-outlines.ts'
import { customers } from '../customers/customer-store.ts'
import { presentCustomers } from '../customers/present-customers.ts'
import { buildCustomerConditions, type CustomerFilters } from '../customers/search-customers.ts'

export const customerExport: Collection = defineCollection({
  name: 'customers',
  scope: 'sales:customer:read',
  of: Customer,
  currencyField: 'currency',
  async read({ db }, tenant, { filters, after, limit }) {
    const { status = 'active', ...others } = filters as CustomerFilters
    const { items, next } = await scanPart(db, customers, tenant, { facets: { status }, after, limit })
    const conditions = buildCustomerConditions({ status, ...others })
    const shown = items.filter((customer) => meetsConditions(customers, customer, conditions))
    return { rows: await presentCustomers(db, tenant, shown), next }
  },
})
