import { findIdentity } from '../../../lib/iam/identity-store.ts'
import { recordSecurityEvent } from '../../../lib/iam/sessions/record-security-event.ts'
import { endSession as end, listLiveSessions } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { notFound, orNotFound } from '../../../lib/platform/problem.ts'

export const endSession = identityEndpoint({
  route: 'DELETE /api/iam/sessions/{id}',
  summary: 'End one of your sessions',
  description:
    'Its access tokens and those of its satellites stop working at once. End the current session to sign out.',
  async run({ db }, { caller: { identity, tenant }, params, unit, now }) {
    const sessions = await listLiveSessions(db, orNotFound(await findIdentity(db, identity)), now)
    if (!sessions.some(({ id }) => id === params.id)) throw notFound()
    end(unit, identity, params.id)
    recordSecurityEvent(unit, 'sessions_ended', identity, [tenant])
  },
})
