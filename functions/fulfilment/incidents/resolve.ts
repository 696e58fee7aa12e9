import { resolveByHand } from '../../../lib/fulfilment/incidents/resolve-by-hand.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Incident, ResolveIncidentInput } from '../../../schemas/fulfilment/incident.ts'

export const resolveRoutingIncident = endpoint({
  route: 'POST /api/fulfilment/incidents/{id}/resolve',
  scope: 'fulfilment:incident:write',
  summary: 'Resolve a routing incident that people took care of',
  body: ResolveIncidentInput,
  returns: Incident,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit }) => resolveByHand(app, unit, params.id, body.note),
})
