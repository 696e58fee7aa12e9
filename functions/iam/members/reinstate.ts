import { moveMember } from '../../../lib/iam/members/change-member.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Member } from '../../../schemas/iam/member.ts'

export const reinstateMember = endpoint({
  route: 'POST /api/iam/members/{id}/reinstate',
  scope: 'iam:member:write',
  stepUp: true,
  summary: 'Reinstate a suspended member',
  returns: Member,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, params, unit }) => moveMember(db, unit, caller, params.id, 'reinstate'),
})
