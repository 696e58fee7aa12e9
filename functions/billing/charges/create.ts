import { addCharge } from '../../../lib/billing/charges/add-charge.ts'
import { MAX_OWN_SCOPES } from '../../../lib/billing/settlement-scopes/settlement-scope-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Charge, CreateChargeInput } from '../../../schemas/billing/charge.ts'

export const createCharge = endpoint({
  route: 'POST /api/billing/charges',
  scope: 'billing:charge:write',
  summary: 'Note down what is owed to a partner, or by one, for a settlement to come',
  description: `A scope that is used for the first time is a new one of your own; you may have ${MAX_OWN_SCOPES} of them.`,
  idempotent: true,
  body: CreateChargeInput,
  success: 201,
  returns: Charge,
  run: (app, { body, unit }) => addCharge(app, unit, body),
})
