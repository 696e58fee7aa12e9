import { members } from '../../../lib/iam/member-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { find } from '../../../lib/platform/store/lists/list.ts'
import { Member } from '../../../schemas/iam/member.ts'

export const getMember = endpoint({
  route: 'GET /api/iam/members/{id}',
  scope: 'iam:member:read',
  summary: 'Get a member',
  returns: Member,
  async run({ db }, { caller, params }) {
    return orNotFound(await find(db, members, caller.tenant, params.id))
  },
})
