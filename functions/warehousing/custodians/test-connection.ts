import { endpoint } from '../../../lib/http/endpoint.ts'
import { testConnection } from '../../../lib/warehousing/test-connection.ts'
import { ConnectionTest, TestConnectionInput } from '../../../schemas/custodian.ts'

export const testCustodianConnection = endpoint({
  route: 'POST /api/warehousing/custodians/test-connection',
  scope: 'warehousing:custodian:write',
  summary: 'Check the shape of credentials; nothing is stored and no provider is called',
  body: TestConnectionInput,
  returns: ConnectionTest,
  run: (app, { caller, body }) => testConnection(app, caller.tenant, body),
})
