import { removeMember as remove } from '../../../lib/iam/members/change-member.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const removeMember = endpoint({
  route: 'DELETE /api/iam/members/{id}',
  scope: 'iam:member:write',
  stepUp: true,
  summary: 'Remove a member or withdraw an invitation',
  description:
    'The member loses access with the next request; the account stays. The link of a withdrawn invitation stops working. The only active owner cannot be removed.',
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { caller, params, unit }) => remove(db, unit, caller, params.id),
})
