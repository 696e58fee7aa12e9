import { serve } from '../../lib/docs/file.ts'
import { publishedDescription } from '../../lib/docs/published.ts'
import { publicEndpoint } from '../../lib/http/endpoint.ts'

export const getOpenApi = publicEndpoint({
  route: 'GET /api/docs/openapi.json',
  summary: 'This reference as an OpenAPI 3.1 description',
  produces: 'application/json',
  run: async ({ config }, { headers }) => serve(await publishedDescription(config.publicUrl), headers),
})
