import { findIdentity } from '../../../lib/iam/identity-store.ts'
import { listLiveSessions } from '../../../lib/iam/sessions/session-store.ts'
import { identityListEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { Session } from '../../../schemas/iam/session.ts'

export const listSessions = identityListEndpoint({
  route: 'GET /api/iam/sessions',
  summary: 'List your sessions',
  description: 'Lists the newest first. Satellites are part of the session that they joined and are not listed.',
  of: Session,
  itemsPerPage: 20,
  async run({ db }, { caller, page, now }) {
    const sessions = await listLiveSessions(db, orNotFound(await findIdentity(db, caller.identity)), now)
    return slicePage(
      sessions.map((each) => ({ ...each, current: each.id === caller.session })),
      page,
    )
  },
})
