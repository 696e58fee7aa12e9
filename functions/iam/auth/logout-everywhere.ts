import { endSessions } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const logoutEverywhere = identityEndpoint({
  route: 'POST /api/iam/auth/logout-everywhere',
  summary: 'End all sessions, this one included; access tokens stop working at once',
  description: 'Satellites that joined them are out as well, and sign-ins that are under way are ended too.',
  run: ({ db }, { caller, unit }) => endSessions(db, unit, caller.identity),
})
