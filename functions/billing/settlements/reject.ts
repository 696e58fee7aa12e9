import { rejectSettlement as reject } from '../../../lib/billing/settlements/decisions/reject-settlement.ts'
import { presentSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { RejectSettlementInput, Settlement } from '../../../schemas/billing/settlement.ts'

export const rejectSettlement = endpoint({
  route: 'POST /api/billing/settlements/{id}/reject',
  scope: 'billing:settlement:approve',
  summary: 'Reject a settlement, even after its approval',
  description:
    'Its charges become available to other settlements. Lines that were added by hand become charges, so that the next ' +
    'settlement has them too. A self-billing invoice is taken back by a self-billing credit note.',
  body: RejectSettlementInput,
  returns: Settlement,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentSettlement(app.db, caller.tenant, await reject(app, unit, params.id, body.reason))
  },
})
