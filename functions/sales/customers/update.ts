import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { presentCustomer } from '../../../lib/sales/customers/present-customers.ts'
import { updateCustomer as update } from '../../../lib/sales/customers/update-customer.ts'
import { Customer, UpdateCustomerInput } from '../../../schemas/sales/customers/customer.ts'

export const updateCustomer = endpoint({
  route: 'PATCH /api/sales/customers/{id}',
  scope: 'sales:customer:write',
  summary: 'Change what you say of a customer; absent members stay unchanged',
  description:
    'Orders and shops are not changed by it. The name and the telephone are those of the first order until somebody changes them.',
  body: UpdateCustomerInput,
  returns: Customer,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: async ({ db }, { params, body, unit }) => presentCustomer(db, unit.tenant, await update(unit, params.id, body)),
})
