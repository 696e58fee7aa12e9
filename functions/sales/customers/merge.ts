import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { mergeCustomers as merge } from '../../../lib/sales/customers/merge-customers.ts'
import { presentCustomer } from '../../../lib/sales/customers/present-customers.ts'
import { Customer, MergeCustomersInput } from '../../../schemas/sales/customers/customer.ts'

export const mergeCustomers = endpoint({
  route: 'POST /api/sales/customers/{id}/merge',
  scope: 'sales:customer:write',
  summary: 'Merge customers into this one',
  description:
    'Their orders, sums, addresses, notes and tags become those of this customer, whose name and telephone win. Of consents, what one of them refused stays refused. Later orders under their addresses follow. The merged customers stay readable, with `mergedIntoId`.',
  dryRun: true,
  body: MergeCustomersInput,
  returns: Customer,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async ({ db }, { params, body, unit }) =>
    presentCustomer(db, unit.tenant, await merge(db, unit, params.id, body.customerIds)),
})
