import { serve } from '../../lib/platform/docs/file.ts'
import { REFERENCE_PAGE, referencePolicy } from '../../lib/platform/docs/pages/pages.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getApiReference = publicEndpoint({
  route: 'GET /api/docs',
  summary: 'Get this reference as a page',
  produces: 'text/html; charset=utf-8',
  run: ({ config }, { headers }) => serve(REFERENCE_PAGE, headers, referencePolicy(config.publicUrl)),
})
