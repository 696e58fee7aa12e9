import { endSessions } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const logoutEverywhere = identityEndpoint({
  route: 'POST /api/iam/auth/logout-everywhere',
  summary: 'End all sessions',
  description:
    'Ends this session too. Access tokens and those of satellites stop working at once, and sign-ins in progress end as well.',
  run: ({ db }, { caller, unit }) => endSessions(db, unit, caller.identity),
})
