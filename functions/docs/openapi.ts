import { serve } from '../../lib/platform/docs/file.ts'
import { publishDescription } from '../../lib/platform/docs/publish-description.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getOpenApi = publicEndpoint({
  route: 'GET /api/docs/openapi.json',
  summary: 'Get this reference as an OpenAPI 3.1 description',
  produces: 'application/json',
  run: async ({ config }, { headers }) =>
    serve(await publishDescription(config.publicUrl, config.examplesFile), headers),
})
