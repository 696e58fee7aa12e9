import { removeMember as remove } from '../../../lib/iam/members/change-member.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'

export const removeMember = endpoint({
  route: 'DELETE /api/iam/members/{id}',
  scope: 'iam:member:write',
  summary: 'Remove a member, or take an invitation back',
  description:
    'A member is out with the next request; accounts are not touched. The link of an invitation that is taken back opens nothing. The only active owner cannot be removed.',
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  run: ({ db }, { caller, params, unit }) => remove(db, unit, caller, params.id),
})
