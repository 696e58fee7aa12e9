import { createSettlement as create } from '../../../lib/billing/settlements/create-settlement.ts'
import { showSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateSettlementInput, Settlement } from '../../../schemas/billing/settlement.ts'

export const createSettlement = endpoint({
  route: 'POST /api/billing/settlements',
  scope: 'billing:settlement:write',
  summary: "Create a settlement of a partner's charges",
  description:
    'Settles the unsettled charges in the given currency and scopes that occurred in the period or, without a ' +
    'period, up to today. Both days of a period are included; weekly and bi_weekly periods start on a Monday. If ' +
    'there are many charges, lines are added for a moment after the response, and the settlement cannot be approved, ' +
    'rejected or paid until all are there.',
  idempotent: true,
  dryRun: true,
  body: CreateSettlementInput,
  success: 201,
  returns: Settlement,
  problems: ['ALREADY_EXISTS'],
  async run(app, { caller, body, unit }) {
    const { lineItems, ...settlement } = await create(app, unit, body)
    return showSettlement(caller.tenant, settlement, lineItems)
  },
})
