import { serve } from '../../lib/platform/docs/file.ts'
import { LANDING_PAGE } from '../../lib/platform/docs/pages/landing-page.ts'
import { HTML, pagePolicy } from '../../lib/platform/docs/pages/pages.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getLandingPage = publicEndpoint({
  route: 'GET /',
  summary: 'Get the page that leads to everything about this API',
  produces: HTML,
  run: ({ config }, { headers }) => serve(LANDING_PAGE, headers, pagePolicy(config.publicUrl)),
})
