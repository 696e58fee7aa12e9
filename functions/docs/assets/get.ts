import { serve } from '../../../lib/platform/docs/file.ts'
import { findAsset } from '../../../lib/platform/docs/pages/assets.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const getReferenceAsset = publicEndpoint({
  route: 'GET /api/docs/assets/{file}',
  summary: 'Get a style, script or image of this reference',
  produces: 'text/css',
  alsoProduces: ['text/javascript', 'image/svg+xml'],
  run: async (_app, { params, headers }) => serve(orNotFound(await findAsset(params.file)), headers),
})
