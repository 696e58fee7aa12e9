import { endSessions } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const logoutOtherSessions = identityEndpoint({
  route: 'POST /api/iam/auth/logout-others',
  summary: 'End all sessions but this one',
  description: 'Access tokens of the others stop working at once, as do the satellites that joined them.',
  run: ({ db }, { caller, unit }) => endSessions(db, unit, caller.identity, caller.session),
})
