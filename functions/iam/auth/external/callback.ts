import * as Type from 'typebox'
import { finishSignIn } from '../../../../lib/iam/external/finish-sign-in.ts'
import { isExternalKind } from '../../../../lib/iam/external/provider.ts'
import { readOrigin } from '../../../../lib/iam/sessions/origin.ts'
import { publicEndpoint, reply } from '../../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../../lib/platform/problem.ts'

export const externalSignInCallback = publicEndpoint({
  route: 'GET /auth/external/{kind}/callback',
  summary: 'Receive a redirect from a sign-in provider',
  description:
    'Do not call this operation yourself; register its address at the provider. It always answers with a redirect to the page that started the sign-in. The state works once, for ten minutes. HEAD has no effect.',
  query: { state: Type.String(), code: Type.String(), error: Type.String() },
  open: true,
  acts: true,
  success: 302,
  problems: ['NOT_FOUND'],
  async run(app, request) {
    const { kind } = request.params
    if (!isExternalKind(kind)) throw notFound()
    const from = readOrigin(request)
    const Location = await finishSignIn(app, kind, { ...request, answer: request.given, from })
    return reply(undefined, { headers: { Location } })
  },
})
