import { addCharge } from '../../../lib/billing/charges/add-charge.ts'
import { MAX_OWN_SCOPES } from '../../../lib/billing/settlement-scopes/settlement-scope-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Charge, CreateChargeInput } from '../../../schemas/billing/charge.ts'
import { ABILITY_SUBJECTS } from '../../iam/auth/ability-subjects.ts'

export const createCharge = endpoint({
  route: 'POST /api/billing/charges',
  scope: 'billing:charge:write',
  summary: 'Create a charge for a future settlement',
  description:
    'A charge is an amount owed to a partner or, below 0, by a partner. A scope that is used for the first time ' +
    `becomes a scope of your own; you can have up to ${MAX_OWN_SCOPES} of them.`,
  idempotent: true,
  body: CreateChargeInput,
  success: 201,
  returns: Charge,
  run: (app, { body, unit }) => addCharge(app, unit, body, ABILITY_SUBJECTS),
})
