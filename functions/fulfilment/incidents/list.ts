import { listIncidents } from '../../../lib/fulfilment/incidents/incident-store.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { INCIDENT_REASONS } from '../../../schemas/fulfilment/fulfilment-policy.ts'
import { INCIDENT_STATES, Incident } from '../../../schemas/fulfilment/incident.ts'
import { id, oneOf } from '../../../schemas/types.ts'

export const listRoutingIncidents = listEndpoint({
  route: 'GET /api/fulfilment/incidents',
  scope: 'fulfilment:incident:read',
  summary: 'List what keeps orders from being fulfilled, newest first',
  query: { status: oneOf(INCIDENT_STATES), salesOrderId: id(), reason: oneOf(INCIDENT_REASONS) },
  of: Incident,
  itemsPerPage: 30,
  run: ({ db }, { caller, query, page }) => listIncidents(db, caller.tenant, page, query),
})
