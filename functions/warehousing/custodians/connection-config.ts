import { followCustodian } from '../../../lib/fulfilment/custodians/follow-custodian.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { connectCustodian } from '../../../lib/warehousing/connect-custodian.ts'
import { Custodian, UpdateConnectionConfigInput } from '../../../schemas/warehousing/custodian.ts'

export const updateConnectionConfig = endpoint({
  route: 'PUT /api/warehousing/custodians/{id}/connection-config',
  scope: 'warehousing:custodian:write',
  stepUp: true,
  summary: 'Update the credentials of a custodian; absent ones stay unchanged',
  description:
    'A disconnected custodian is connected again. Custodians that the wizard connects take nothing but `webhookSecret`, once they are connected; running the wizard again keeps it.',
  body: UpdateConnectionConfigInput,
  returns: Custodian,
  run: (app, { params, body, unit }) =>
    connectCustodian(app, unit, params.id, body.connectionConfig, followCustodian(app)),
})
