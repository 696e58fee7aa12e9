import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { requestErasure } from '../../../lib/sales/erasures/request-erasure.ts'
import { CustomerErasure } from '../../../schemas/sales/customers/erasure.ts'

export const eraseCustomer = endpoint({
  route: 'POST /api/sales/customers/{id}/erase',
  scope: 'sales:customer:write',
  summary: 'Erase a customer',
  description:
    'The customer is erased at once, and from the orders and what followed from them within minutes; `status` is `erased` then. What the law wants kept stays under a pseudonym, and later versions of the orders bring nothing back. A customer with open orders cannot be erased. It cannot be undone; a dry run tells what it would do.',
  dryRun: true,
  success: 202,
  returns: CustomerErasure,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { params, unit }) => requestErasure(db, unit, params.id),
})
