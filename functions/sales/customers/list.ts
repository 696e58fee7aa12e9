import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { searchCustomers } from '../../../lib/sales/customers/search-customers.ts'
import { Customer, customerFilters } from '../../../schemas/sales/customers/customer.ts'

export const listCustomers = listEndpoint({
  route: 'GET /api/sales/customers',
  scope: 'sales:customer:read',
  summary: 'List customers, newest first',
  description:
    'Orders make customers: one for each e-mail address in a channel, and one for an order that names somebody without an address. A customer is shown if all filters that are given show it.',
  query: customerFilters,
  of: Customer,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => searchCustomers(db, caller.tenant, page, query),
})
