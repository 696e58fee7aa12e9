import { removeRule } from '../../../lib/billing/auto-settlement-rules/auto-settlement-rule-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const deleteAutoSettlementRule = endpoint({
  route: 'DELETE /api/billing/auto-settlement-rules/{id}',
  scope: 'billing:settlement:write',
  summary: 'Delete an auto-settlement rule; its settlements stay',
  ifMatch: true,
  run: (_app, { params, unit }) => removeRule(unit, params.id),
})
