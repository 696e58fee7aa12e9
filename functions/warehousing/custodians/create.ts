import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { addCustodian } from '../../../lib/warehousing/add-custodian.ts'
import { CreateCustodianInput, Custodian } from '../../../schemas/warehousing/custodian.ts'

export const createCustodian = endpoint({
  route: 'POST /api/warehousing/custodians',
  scope: 'warehousing:custodian:write',
  summary: 'Create a custodian for a partner that has none',
  description:
    'Without `enabledCapabilities`, the custodian gets those of the setting `warehousing.defaultCapabilities` that its type can have. An empty list enables none.',
  idempotent: true,
  body: CreateCustodianInput,
  success: 201,
  returns: Custodian,
  problems: ['ALREADY_EXISTS'],
  run: (app, { body, unit }) => addCustodian(app, unit, body),
})
