import { retryIncident } from '../../../lib/fulfilment/incidents/retry-incidents.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Incident } from '../../../schemas/fulfilment/incident.ts'

export const retryRoutingIncident = endpoint({
  route: 'POST /api/fulfilment/incidents/{id}/retry',
  scope: 'fulfilment:incident:write',
  summary: 'Try again what an incident keeps from being fulfilled',
  description:
    'It is tried in the background, as it is by itself when stock, a policy or a custodian changes. The incident is resolved if that succeeds.',
  returns: Incident,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, unit }) => retryIncident(app, unit, params.id),
})
