import { findIncident } from '../../../lib/fulfilment/incidents/incident-store.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { Incident } from '../../../schemas/fulfilment/incident.ts'

export const getRoutingIncident = endpoint({
  route: 'GET /api/fulfilment/incidents/{id}',
  scope: 'fulfilment:incident:read',
  summary: 'Get a routing incident',
  returns: Incident,
  async run({ db }, { caller, params }) {
    return orNotFound(await findIncident(db, caller.tenant, params.id))
  },
})
