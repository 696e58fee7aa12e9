import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { testConnection } from '../../../lib/warehousing/test-connection.ts'
import { ConnectionTest, TestConnectionInput } from '../../../schemas/warehousing/custodian.ts'

export const testCustodianConnection = endpoint({
  route: 'POST /api/warehousing/custodians/test-connection',
  scope: 'warehousing:custodian:write',
  summary: 'Check the shape of credentials, or ask the provider with what the wizard stored; nothing is stored',
  description:
    'A test changes nothing, not even where the provider turns out to have withdrawn the connection: the operations that use it note that. `code` is `OK`, `INVALID_ARGUMENT` (something is missing), `AUTH_FAILED` (only the wizard helps), `INSUFFICIENT_SCOPE`, `RATE_LIMITED`, `STORE_UNAVAILABLE` or `UPSTREAM_ERROR` (the provider did not answer with anything of use), or `RENEWAL_NEEDED`: the access token has ended and renewing it would end the stored refresh token, which a test does not do; the next operation that uses the connection does.',
  body: TestConnectionInput,
  returns: ConnectionTest,
  run: (app, { caller, body }) => testConnection(app, caller.tenant, body),
})
