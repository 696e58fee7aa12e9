import { serve } from '../../lib/platform/docs/file.ts'
import { referencePolicy } from '../../lib/platform/docs/pages/pages.ts'
import { renderReferencePage } from '../../lib/platform/docs/pages/reference-page.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getApiReference = publicEndpoint({
  route: 'GET /api/docs',
  summary: 'Get this reference as a page',
  produces: 'text/html; charset=utf-8',
  run: async ({ config }, { headers }) =>
    serve(await renderReferencePage(), headers, referencePolicy(config.publicUrl)),
})
