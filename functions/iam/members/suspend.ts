import { moveMember } from '../../../lib/iam/members/change-member.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Member } from '../../../schemas/iam/member.ts'

export const suspendMember = endpoint({
  route: 'POST /api/iam/members/{id}/suspend',
  scope: 'iam:member:write',
  stepUp: true,
  summary: 'Suspend an active member',
  description:
    'The member loses access to this tenant with the next request; other tenants are not affected. The only active owner cannot be suspended.',
  returns: Member,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, params, unit }) => moveMember(db, unit, caller, params.id, 'suspend'),
})
