import { settleOnDemand } from '../../../lib/billing/auto-settlement-rules/settle-on-demand.ts'
import { showSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Settlement } from '../../../schemas/billing/settlement.ts'

export const settleByAutoSettlementRule = endpoint({
  route: 'POST /api/billing/auto-settlement-rules/{id}/settle',
  scope: 'billing:settlement:write',
  summary: 'Settle the charges of an on_demand rule now',
  description:
    'Creates a settlement of the unsettled charges up to today, which a person approves or rejects. Returns 409 if ' +
    'there are no unsettled charges, or while the last settlement of the rule, which the problem names, is still to ' +
    'be approved or rejected. A repeated request therefore settles nothing twice.',
  success: 201,
  returns: Settlement,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  dryRun: true,
  async run(app, { caller, params, unit }) {
    const { lineItems, ...settlement } = await settleOnDemand(app, unit, params.id)
    return showSettlement(caller.tenant, settlement, lineItems)
  },
})
