import { identityEndpoint } from '../../../lib/http/endpoint.ts'
import { endSessions } from '../../../lib/identity/session.ts'

export const logoutOtherSessions = identityEndpoint({
  route: 'POST /api/iam/auth/logout-others',
  summary: 'End all sessions but this one',
  run: ({ db }, { caller, unit }) => endSessions(db, unit, caller.identity, caller.session),
})
