import { members } from '../../../lib/iam/member-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { list } from '../../../lib/platform/store/lists/list.ts'
import { MEMBER_STATES, Member } from '../../../schemas/iam/member.ts'
import { ROLES } from '../../../schemas/roles.ts'
import { oneOf } from '../../../schemas/types.ts'

export const listMembers = listEndpoint({
  route: 'GET /api/iam/members',
  scope: 'iam:member:read',
  summary: 'List members',
  description: 'Lists members of every status, also invited ones, newest first.',
  query: { role: oneOf(ROLES), status: oneOf(MEMBER_STATES) },
  of: Member,
  itemsPerPage: 20,
  run: ({ db }, { caller, query: facets, page }) => list(db, members, caller.tenant, { ...page, facets }),
})
