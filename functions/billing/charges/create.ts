import { addCharge } from '../../../lib/billing/charge-store.ts'
import { endpoint } from '../../../lib/http/endpoint.ts'
import { Charge, CreateChargeInput } from '../../../schemas/charge.ts'

export const createCharge = endpoint({
  route: 'POST /api/billing/charges',
  scope: 'billing:charge:write',
  summary: 'Note down what is owed to a partner, or by one, for a settlement to come',
  idempotent: true,
  body: CreateChargeInput,
  success: 201,
  returns: Charge,
  run: (app, { body, unit }) => addCharge(app, unit, body),
})
