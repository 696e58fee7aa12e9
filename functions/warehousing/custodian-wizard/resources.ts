import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { listWizardResources } from '../../../lib/warehousing/wizard-resources.ts'
import { id } from '../../../schemas/types.ts'
import { CustodianWizard } from '../../../schemas/warehousing/wizard.ts'

export const getWizardResources = endpoint({
  route: 'GET /api/warehousing/custodian-wizard/{provider}/resources',
  scope: 'warehousing:custodian:read',
  summary: 'List the marketplaces, retailers or warehouses that a connected custodian can select',
  query: { custodianId: id() },
  required: ['custodianId'],
  waitsForGate: true,
  returns: CustodianWizard,
  problems: [
    'PROVIDER_NOT_CONFIGURED',
    'CONNECTION_FAILED',
    'UPSTREAM_FAILED',
    'UPSTREAM_TIMEOUT',
    'OPERATION_NOT_ALLOWED',
  ],
  run: (app, { caller, params, query, log }) =>
    listWizardResources(app, caller, log, params.provider, query.custodianId as string),
})
