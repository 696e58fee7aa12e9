import { isExternalKind } from '../../../../lib/iam/external/provider.ts'
import { startSignIn } from '../../../../lib/iam/external/start-sign-in.ts'
import { publicEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { notFound } from '../../../../lib/platform/problem.ts'
import { ExternalSignIn, StartExternalSignInInput } from '../../../../schemas/iam/external.ts'

export const startExternalSignIn = publicEndpoint({
  route: 'POST /api/iam/auth/external/{kind}/start',
  summary: 'Start to sign in with another provider',
  description:
    '`kind` is `oidc`, `social_oauth_a`, `social_oauth_b`, `social_oauth_c` or `saml`. Redirect the browser to `authorizationUrl`. It returns to `returnUri` with a fragment that has `accessToken`, `refreshToken`, `tokenType`, `expiresIn` and `state`; if the account has a second factor, `mfaToken`, `expiresIn`, `factors` (separated by commas), `passkeyOptions` (JSON, if it has a passkey) and `state`; or `error` and `state`. Compare `state` with the one in this response. `error` is `access_denied`, `email_not_verified`, `provider_failed`, `provider_not_configured`, `server_error` or, without a state, `invalid_state`. An account has at most twenty linked accounts; one more is `access_denied`.',
  body: StartExternalSignInInput,
  bodyOptional: true,
  returns: ExternalSignIn,
  problems: ['NOT_FOUND', 'PROVIDER_NOT_CONFIGURED', 'UPSTREAM_FAILED', 'UPSTREAM_TIMEOUT'],
  async run(app, { params: { kind }, body, unit }) {
    if (!isExternalKind(kind)) throw notFound()
    return await startSignIn(app, unit, kind, body.returnUri ?? null)
  },
})
