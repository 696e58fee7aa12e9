import { acceptInvitation as accept } from '../../../lib/iam/members/accept-invitation.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { chooseWishedLocale } from '../../../lib/platform/locale/choose-language.ts'
import { AcceptInvitationInput, Member } from '../../../schemas/iam/member.ts'

export const acceptInvitation = publicEndpoint({
  route: 'POST /api/v1/iam/auth/accept-invitation',
  summary: 'Accept an invitation',
  description:
    'Needs `password` and `firstName` if the address has no account or an unverified one; the account is then verified. A verified account stays unchanged. The request is refused if the tenant no longer allows the domain of the address. Afterwards sign in, or select the tenant.',
  limit: 'auth',
  body: AcceptInvitationInput,
  returns: Member,
  run(app, request) {
    const locale = chooseWishedLocale(request.headers['accept-language'])
    return accept(app, request.unit, { ...request.body, locale }, readOrigin(request))
  },
})
