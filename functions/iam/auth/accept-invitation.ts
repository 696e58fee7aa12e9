import { acceptInvitation as accept } from '../../../lib/iam/members/accept-invitation.ts'
import { readOrigin } from '../../../lib/iam/sessions/origin.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { AcceptInvitationInput, Member } from '../../../schemas/iam/member.ts'

export const acceptInvitation = publicEndpoint({
  route: 'POST /api/v1/iam/auth/accept-invitation',
  summary: 'Become a member with the token from the mail',
  description:
    'An address without an account gets one, verified, for which `password` and `firstName` are needed; so does one whose account was never verified, which is taken over. A verified account is kept as it is. An address whose domain the tenant has stopped allowing is refused. Sign in afterwards, or select the tenant.',
  limit: 'auth',
  body: AcceptInvitationInput,
  returns: Member,
  run: (app, request) => accept(app, request.unit, request.body, readOrigin(request)),
})
