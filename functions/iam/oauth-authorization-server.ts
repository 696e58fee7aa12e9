import { describeAuthorizationServer } from '../../lib/iam/service-accounts/describe-authorization-server.ts'
import { publicEndpoint, reply } from '../../lib/platform/http/endpoint.ts'
import { AuthorizationServer } from '../../schemas/iam/service-account.ts'

export const getAuthorizationServer = publicEndpoint({
  route: 'GET /.well-known/oauth-authorization-server',
  summary: 'Get the metadata of the authorization server',
  description: 'Tells clients of service accounts where and how to get tokens (RFC 8414).',
  returns: AuthorizationServer,
  run: async ({ config }) =>
    reply(describeAuthorizationServer(config), { headers: { 'Cache-Control': 'public, max-age=300' } }),
})
