import { findAsset } from '../../../lib/pages/assets.ts'
import { serve } from '../../../lib/platform/docs/file.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const getPageAsset = publicEndpoint({
  route: 'GET /pages/assets/{file}',
  summary: 'Get a style or a script of the pages',
  produces: 'text/css',
  alsoProduces: ['text/javascript'],
  run: async (_app, { params, headers }) => serve(orNotFound(await findAsset(params.file)), headers),
})
