import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { testConnection } from '../../../lib/warehousing/test-connection.ts'
import { ConnectionTest, TestConnectionInput } from '../../../schemas/warehousing/custodian.ts'

export const testCustodianConnection = endpoint({
  route: 'POST /api/warehousing/custodians/test-connection',
  scope: 'warehousing:custodian:write',
  summary: 'Check credentials, or test the stored connection of a wizard custodian',
  description:
    'Credentials are only checked for completeness. A test stores nothing, even if the provider has revoked the connection: only operations that use the connection record that. `code` is `OK`, `INVALID_ARGUMENT` (something is missing), `AUTH_FAILED` (run the wizard again), `INSUFFICIENT_SCOPE`, `RATE_LIMITED`, `STORE_UNAVAILABLE`, `UPSTREAM_ERROR` (the provider gave no usable response) or `RENEWAL_NEEDED` (the access token has expired, and renewing it would invalidate the stored refresh token; the next operation that uses the connection renews it).',
  body: TestConnectionInput,
  returns: ConnectionTest,
  run: (app, { caller, body }) => testConnection(app, caller.tenant, body),
})
