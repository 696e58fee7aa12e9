import { addSettlementLine } from '../../../../lib/billing/settlements/add-settlement-line.ts'
import { presentSettlement } from '../../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { AddSettlementLineInput, Settlement } from '../../../../schemas/billing/settlement.ts'
import { ABILITY_SUBJECTS } from '../../../iam/auth/ability-subjects.ts'

export const addSettlementLineItem = endpoint({
  route: 'POST /api/billing/settlements/{id}/line-items',
  scope: 'billing:settlement:write',
  summary: 'Add a line to a settlement that is not approved yet',
  description: 'A locked settlement changes to under_review.',
  body: AddSettlementLineInput,
  returns: Settlement,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    const { settlement, added } = await addSettlementLine(app, unit, params.id, body, ABILITY_SUBJECTS)
    return await presentSettlement(app.db, caller.tenant, settlement, [added])
  },
})
