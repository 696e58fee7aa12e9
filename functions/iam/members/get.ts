import { endpoint } from '../../../lib/http/endpoint.ts'
import { members } from '../../../lib/identity/members.ts'
import { orNotFound } from '../../../lib/problem.ts'
import { find } from '../../../lib/store/list.ts'
import { Member } from '../../../schemas/member.ts'

export const getMember = endpoint({
  route: 'GET /api/iam/members/{id}',
  scope: 'iam:member:read',
  summary: 'Get a member',
  returns: Member,
  async run({ db }, { caller, params }) {
    return orNotFound(await find(db, members, caller.tenant, params.id))
  },
})
