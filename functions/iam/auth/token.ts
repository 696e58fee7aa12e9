import {
  admitClient,
  issueServiceAccountToken as issue,
} from '../../../lib/iam/service-accounts/issue-service-account-token.ts'
import { findTokenRateLimits } from '../../../lib/iam/service-accounts/prove-client.ts'
import { publicEffectEndpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { ServiceAccountToken, TokenRequest } from '../../../schemas/iam/service-account.ts'

export const issueServiceAccountToken = publicEffectEndpoint({
  route: 'POST /api/v1/iam/auth/token',
  summary: 'Issue an access token to a service account',
  description:
    'The token endpoint of OAuth 2.0 for the grant `client_credentials` (RFC 6749, section 4.4). The client proves itself by one of `client_secret_basic`, `client_secret_post` and `private_key_jwt` (RFC 7523). An assertion names the client as `iss` and `sub`, this server or this endpoint as its only `aud`, expires within five minutes, and has a `jti` that works once. `scope` narrows the scopes, which are those of the service account that its sponsor holds now. The token lasts 15 minutes, or until its key or the service account ends; there is no refresh token. An unknown client and wrong credentials get the same answer. The rate limit applies to the service account if the proof is right, and to the address otherwise.',
  form: true,
  oauth: true,
  limit: 'auth',
  findRateLimits: findTokenRateLimits,
  body: TokenRequest,
  returns: ServiceAccountToken,
  problems: ['INVALID_CREDENTIALS'],
  act: (app, request) => admitClient(app, request.now, request),
  async run(app, request, admitted) {
    return reply(await issue(app, request.unit, request, admitted), { headers: { Pragma: 'no-cache' } })
  },
})
