import { changeCharge } from '../../../lib/billing/charges/change-charge.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Charge, UpdateChargeInput } from '../../../schemas/billing/charge.ts'
import { ABILITY_SUBJECTS } from '../../iam/auth/ability-subjects.ts'

export const updateCharge = endpoint({
  route: 'PATCH /api/billing/charges/{id}',
  scope: 'billing:charge:write',
  summary: 'Update an unsettled charge; absent members stay unchanged',
  body: UpdateChargeInput,
  returns: Charge,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => changeCharge(app, unit, params.id, body, ABILITY_SUBJECTS),
})
