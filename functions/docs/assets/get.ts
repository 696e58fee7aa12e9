import { serve } from '../../../lib/platform/docs/file.ts'
import { findAsset } from '../../../lib/platform/docs/pages/assets.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const getReferenceAsset = publicEndpoint({
  route: 'GET /api/docs/assets/{file}',
  summary: 'Get a style, script, image or document of this reference',
  produces: 'text/css',
  alsoProduces: ['text/javascript', 'image/svg+xml', 'application/json'],
  run: async ({ config }, { params, headers }) => serve(orNotFound(await findAsset(params.file, config)), headers),
})
