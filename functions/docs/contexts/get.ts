import { contextOf } from '../../../lib/docs/contexts.ts'
import { serve } from '../../../lib/docs/file.ts'
import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'

export const getContext = publicEndpoint({
  route: 'GET /api/docs/contexts/{type}',
  summary: 'The JSON-LD context of a type of resource, or of a collection',
  produces: 'application/ld+json',
  run: async ({ config }, { params, headers }) =>
    serve(orNotFound(await contextOf(params.type, config.publicUrl)), headers),
})
