import * as Type from 'typebox'
import { auditNumbers } from '../../../lib/billing/number-audit/audit-numbers.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { NUMBERED, NumberAudit } from '../../../schemas/billing/number-audit.ts'
import { oneOf } from '../../../schemas/types.ts'

export const auditBillingNumbers = endpoint({
  route: 'GET /api/billing/number-audit',
  scope: 'billing:invoice:read',
  summary: 'Audit the numbers of a year for gaps, and explain chosen, skipped and cancelled ones',
  query: {
    series: oneOf(NUMBERED, { default: 'invoice' }),
    year: Type.Integer({ minimum: 2000, maximum: 2999, description: 'Default: the current year' }),
  },
  returns: NumberAudit,
  run: (app, { caller, query, now }) => auditNumbers(app, caller.tenant, query, now),
})
