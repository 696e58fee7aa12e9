import { recordSecurityEvent } from '../../../lib/iam/sessions/record-security-event.ts'
import { endSessions } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const logoutEverywhere = identityEndpoint({
  route: 'POST /api/iam/auth/logout-everywhere',
  summary: 'End all sessions',
  description:
    'Ends this session too. Access tokens and those of satellites stop working at once, and sign-ins in progress end as well.',
  async run({ db }, { caller, unit }) {
    await endSessions(db, unit, caller.identity)
    recordSecurityEvent(unit, 'sessions_ended', caller.identity, [caller.tenant])
  },
})
