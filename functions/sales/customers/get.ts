import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { findCustomer } from '../../../lib/sales/customers/customer-store.ts'
import { presentCustomer } from '../../../lib/sales/customers/present-customers.ts'
import { Customer } from '../../../schemas/sales/customers/customer.ts'

export const getCustomer = endpoint({
  route: 'GET /api/sales/customers/{id}',
  scope: 'sales:customer:read',
  summary: 'Get a customer',
  description: 'The orders of a customer are listed by `GET /api/sales/orders?customerId=`.',
  returns: Customer,
  run: async ({ db }, { caller, params }) =>
    presentCustomer(db, caller.tenant, orNotFound(await findCustomer(db, caller.tenant, params.id))),
})
