import { createSettlement as create } from '../../../lib/billing/settlements/create-settlement.ts'
import { showSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CreateSettlementInput, Settlement } from '../../../schemas/billing/settlement.ts'

export const createSettlement = endpoint({
  route: 'POST /api/billing/settlements',
  scope: 'billing:settlement:write',
  summary: "Create a settlement of a partner's charges",
  description:
    'Takes the charges in the currency and the scopes that no other settlement has, of the days of its period or, without ' +
    'one, up to today. The last day is part of a period; weekly and bi_weekly periods begin on a Monday. Where there are ' +
    'many charges the rest of the lines follows within moments, and nothing can be decided until they are there.',
  idempotent: true,
  body: CreateSettlementInput,
  success: 201,
  returns: Settlement,
  problems: ['ALREADY_EXISTS'],
  async run(app, { caller, body, unit }) {
    const { lineItems, ...settlement } = await create(app, unit, body)
    return showSettlement(caller.tenant, settlement, lineItems)
  },
})
