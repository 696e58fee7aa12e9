import { MEMBER_STATES } from '../../../lib/iam/member.ts'
import { members } from '../../../lib/iam/members.ts'
import { ROLES } from '../../../lib/platform/access/scopes.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { list } from '../../../lib/platform/store/lists/list.ts'
import { Member } from '../../../schemas/iam/member.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listMembers = listEndpoint({
  route: 'GET /api/iam/members',
  scope: 'iam:member:read',
  summary: 'List the members of the tenant, invited ones included, newest first',
  query: { role: oneOf(ROLES), status: oneOf(MEMBER_STATES) },
  of: Member,
  itemsPerPage: 20,
  run: ({ db }, { caller, query: facets, page }) => list(db, members, caller.tenant, { ...page, facets }),
})
