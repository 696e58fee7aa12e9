import { readOpenItems } from '../../../../lib/billing/open-items/read-open-items.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { OpenItems } from '../../../../schemas/billing/payments/open-items.ts'

export const getOpenItems = endpoint({
  route: 'GET /api/billing/partners/{partnerId}/open-items',
  scope: 'billing:payment:read',
  summary: 'Get what a partner owes, and the credit that it has',
  description:
    'All invoices with something open and all payments with something unallocated, with their sums by currency and by ' +
    'age. At most 1000 of each state; a partner with more is answered with 409.',
  returns: OpenItems,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, now, log }) => readOpenItems(app, caller.tenant, params.partnerId, now, log),
})
