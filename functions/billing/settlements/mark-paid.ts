import { markSettlementPaid as markPaid } from '../../../lib/billing/settlements/decisions/mark-settlement-paid.ts'
import { presentSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { MarkSettlementPaidInput, Settlement } from '../../../schemas/billing/settlement.ts'

export const markSettlementPaid = endpoint({
  route: 'POST /api/billing/settlements/{id}/mark-paid',
  scope: 'billing:settlement:approve',
  summary: 'Mark an approved settlement as paid',
  body: MarkSettlementPaidInput,
  returns: Settlement,
  problems: ['PERSON_REQUIRED', 'OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit }) {
    return await presentSettlement(app.db, caller.tenant, await markPaid(app, unit, params.id, body))
  },
})
