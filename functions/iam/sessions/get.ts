import { findIdentity } from '../../../lib/iam/identity-store.ts'
import { listLiveSessions } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Session } from '../../../schemas/iam/session.ts'

export const getSession = identityEndpoint({
  route: 'GET /api/iam/sessions/{id}',
  summary: 'Get one of your sessions',
  returns: Session,
  async run({ db }, { caller, params, now }) {
    const sessions = await listLiveSessions(db, orNotFound(await findIdentity(db, caller.identity)), now)
    const session = orNotFound(sessions.find(({ id }) => id === params.id))
    return { ...session, current: session.id === caller.session }
  },
})
