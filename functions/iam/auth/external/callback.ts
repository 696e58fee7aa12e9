import * as Type from 'typebox'
import { finishSignIn } from '../../../../lib/iam/external/finish-sign-in.ts'
import { isExternalKind } from '../../../../lib/iam/external/provider.ts'
import { readOrigin } from '../../../../lib/iam/sessions/origin.ts'
import { publicEndpoint, reply } from '../../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../../lib/platform/problem.ts'

export const externalSignInCallback = publicEndpoint({
  route: 'GET /auth/external/{kind}/callback',
  summary: 'Where a provider sends the browser back; it goes on to the page that started',
  description:
    'No operation to call yourself: register its address at the provider. It answers with a redirect whatever happened; the state is good once and for ten minutes. HEAD does not do anything here.',
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
