import { approveSettlement as approve } from '../../../lib/billing/settlements/decisions/approve-settlement.ts'
import { presentSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ApproveSettlementInput, Settlement } from '../../../schemas/billing/settlement.ts'

export const approveSettlement = endpoint({
  route: 'POST /api/billing/settlements/{id}/approve',
  scope: 'billing:settlement:approve',
  summary: 'Approve a settlement',
  description:
    'The total is owed to the partner from then on. A total below 0 is carried forward to the next settlement. Send ' +
    '`If-Match` to make sure that you approve the total you have seen. If the partner agreed to self-billing, what it ' +
    'supplied is taxed, its tax becomes part of the total, and a self-billing invoice is issued.',
  body: ApproveSettlementInput,
  bodyOptional: true,
  returns: Settlement,
  problems: ['PERSON_REQUIRED', 'OPERATION_NOT_ALLOWED', 'INVOICE_INCOMPLETE'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentSettlement(app.db, caller.tenant, await approve(app, unit, params.id, body))
  },
})
