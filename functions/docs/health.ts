import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'
import { Health } from '../../schemas/docs/health.ts'

export const getHealth = publicEndpoint({
  route: 'GET /health',
  summary: 'Tell whether the API answers',
  description:
    'Depends on nothing else, so it also answers while the database is down. For what requests need, ask `/health/ready`.',
  limit: 'none',
  returns: Health,
  run: async () => ({ status: 'ok' }),
})
