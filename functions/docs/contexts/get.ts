import { findContext } from '../../../lib/platform/docs/contexts.ts'
import { serve } from '../../../lib/platform/docs/file.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const getContext = publicEndpoint({
  route: 'GET /api/docs/contexts/{type}',
  summary: 'Get the JSON-LD context of a resource type or of collections',
  produces: 'application/ld+json',
  run: async ({ config }, { params, headers }) =>
    serve(orNotFound(await findContext(params.type, config.publicUrl)), headers),
})
