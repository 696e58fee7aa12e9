import { settleOnDemand } from '../../../lib/billing/auto-settlement-rules/settle-on-demand.ts'
import { showSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Settlement } from '../../../schemas/billing/settlement.ts'

export const settleByAutoSettlementRule = endpoint({
  route: 'POST /api/billing/auto-settlement-rules/{id}/settle',
  scope: 'billing:settlement:write',
  summary: 'Settle now what waits of a rule with the basis on_demand',
  description:
    'Makes a settlement of the charges up to today, which somebody approves or rejects. It is refused while the last ' +
    'settlement of the rule waits for that decision, so a repeated request settles nothing twice and is told which ' +
    'settlement there is; and where no charge waits.',
  success: 201,
  returns: Settlement,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, unit }) {
    const { lineItems, ...settlement } = await settleOnDemand(app, unit, params.id)
    return showSettlement(caller.tenant, settlement, lineItems)
  },
})
