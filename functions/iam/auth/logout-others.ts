import { recordSecurityEvent } from '../../../lib/iam/sessions/record-security-event.ts'
import { endSessions } from '../../../lib/iam/sessions/session-store.ts'
import { identityEndpoint } from '../../../lib/platform/http/endpoint.ts'

export const logoutOtherSessions = identityEndpoint({
  route: 'POST /api/iam/auth/logout-others',
  summary: 'End all other sessions',
  description: 'Access tokens of the other sessions and of their satellites stop working at once.',
  async run({ db }, { caller, unit }) {
    await endSessions(db, unit, caller.identity, caller.session)
    recordSecurityEvent(unit, 'sessions_ended', caller.identity, [caller.tenant])
  },
})
