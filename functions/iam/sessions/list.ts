import { identityListEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { findIdentity } from '../../../lib/iam/identity-store.ts'
import { liveSessions } from '../../../lib/iam/sessions/session.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { pageOf } from '../../../lib/platform/store/list.ts'
import { Session } from '../../../schemas/iam/session.ts'

export const listSessions = identityListEndpoint({
  route: 'GET /api/iam/sessions',
  summary: 'List where you are signed in, newest first',
  description: 'Satellites that joined a session are part of it and not listed apart.',
  of: Session,
  itemsPerPage: 20,
  async run({ db }, { caller, page, now }) {
    const sessions = await liveSessions(db, orNotFound(await findIdentity(db, caller.identity)), now)
    return pageOf(
      sessions.map((each) => ({ ...each, current: each.id === caller.session })),
      page,
    )
  },
})
