import { changeMemberRole as changeRole } from '../../../lib/iam/members/change-member.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ChangeMemberRoleInput, Member } from '../../../schemas/iam/member.ts'

export const changeMemberRole = endpoint({
  route: 'PATCH /api/iam/members/{id}',
  scope: 'iam:member:write',
  stepUp: true,
  summary: "Update a member's role",
  description:
    'The role applies from the next request. Earlier access tokens are refused with `TOKEN_EXPIRED`; refresh them to get the scopes of the new role. The only active owner must stay an owner.',
  body: ChangeMemberRoleInput,
  returns: Member,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: ({ db }, { caller, params, body, unit }) => changeRole(db, unit, caller, params.id, body.role),
})
