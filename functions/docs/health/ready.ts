import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { Readiness } from '../../../schemas/docs/health.ts'

export const getReadiness = publicEndpoint({
  route: 'GET /health/ready',
  summary: 'Tell whether the API can work',
  description: 'Reads from the database and writes to it. While it cannot, the answer is 503 with `Retry-After`.',
  returns: Readiness,
  problems: ['UNAVAILABLE'],
  // The rate limit of this request has written to the table, or the request has failed with 503.
  run: async () => ({ status: 'ready', checks: { table: 'ok' } }),
})
