import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { listCustomerAddresses as list } from '../../../lib/sales/customer-data/list-customer-addresses.ts'
import { CustomerAddress } from '../../../schemas/sales/customers/customer.ts'

export const listCustomerAddresses = listEndpoint({
  route: 'GET /api/sales/customers/{id}/addresses',
  scope: 'sales:customer:read',
  summary: 'List the addresses of a customer, latest first',
  description: 'They are those of the latest hundred orders, each once.',
  of: CustomerAddress,
  itemsPerPage: 30,
  run: ({ db }, { caller, params, page }) => list(db, caller.tenant, params.id, page),
})
