import { testConnection } from '../../../lib/custodians/test-connection.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { ConnectionTest, TestConnectionInput } from '../../../schemas/warehousing/custodian.ts'

export const testCustodianConnection = endpoint({
  route: 'POST /api/warehousing/custodians/test-connection',
  scope: 'warehousing:custodian:write',
  summary: 'Test credentials, or the stored connection of a custodian',
  description:
    "Credentials are checked for completeness and tried at the custodian's system, if the type has one that can tell. A test stores nothing, even if the provider has revoked the connection: only operations that use the connection record that. `code` is `OK`, `INVALID_ARGUMENT` (something is missing), `AUTH_FAILED` (replace the credentials, or run the wizard again), `INSUFFICIENT_SCOPE`, `INVALID_CONFIG`, `RATE_LIMITED`, `STORE_UNAVAILABLE`, `UPSTREAM_ERROR` (the provider gave no usable response), `PROVIDER_NOT_CONFIGURED` (this deployment has no account with the provider) or `RENEWAL_NEEDED` (the access token has expired, and renewing it would invalidate the stored refresh token; the next operation that uses the connection renews it).",
  body: TestConnectionInput,
  returns: ConnectionTest,
  run: (app, { caller, body }) => testConnection(app, caller.tenant, body),
})
