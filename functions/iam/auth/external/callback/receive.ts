import { finishSignIn } from '../../../../../lib/iam/external/finish-sign-in.ts'
import { readOrigin } from '../../../../../lib/iam/sessions/origin.ts'
import { publicEndpoint, reply } from '../../../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../../../lib/platform/problem.ts'
import { SamlAnswerInput } from '../../../../../schemas/iam/external.ts'

export const receiveExternalSignIn = publicEndpoint({
  route: 'POST /auth/external/{kind}/callback',
  summary: 'Receive a response from a SAML provider',
  body: SamlAnswerInput,
  form: true,
  open: true,
  maxBytes: 256 * 1024,
  success: 302,
  problems: ['NOT_FOUND'],
  async run(app, request) {
    if (request.params.kind !== 'saml') throw notFound()
    const from = readOrigin(request)
    const answer = request.body as Record<string, string>
    const Location = await finishSignIn(app, 'saml', { ...request, answer, from })
    return reply(undefined, { headers: { Location } })
  },
})
