import { readHealth } from '../../../lib/fulfilment/custodians/read-health.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { CustodianHealth } from '../../../schemas/warehousing/custodian-health.ts'

export const getCustodianHealth = endpoint({
  route: 'GET /api/warehousing/custodians/{id}/health',
  scope: 'warehousing:custodian:read',
  summary: "Get whether a custodian's system works, and what waits there",
  description:
    'A system fails from the first call that did not succeed until the next one that does; a limit of requests is no failure. A custodian without a system has neither successes nor failures.',
  returns: CustodianHealth,
  run: ({ db }, { caller, params, now }) => readHealth(db, caller.tenant, params.id, now),
})
