import { endpoint } from '../../../lib/http/endpoint.ts'
import { testConnection } from '../../../lib/warehousing/test-connection.ts'
import { ConnectionTest, TestConnectionInput } from '../../../schemas/custodian.ts'

export const testCustodianConnection = endpoint({
  route: 'POST /api/warehousing/custodians/test-connection',
  scope: 'warehousing:custodian:write',
  summary: 'Check the shape of credentials, or ask the provider with what the wizard stored; nothing given is stored',
  body: TestConnectionInput,
  returns: ConnectionTest,
  run: (app, { caller, body }) => testConnection(app, caller.tenant, body),
})
