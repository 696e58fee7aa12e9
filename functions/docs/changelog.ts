import { serve } from '../../lib/platform/docs/file.ts'
import { CHANGELOG_PAGE } from '../../lib/platform/docs/pages/changelog-page.ts'
import { HTML, pagePolicy } from '../../lib/platform/docs/pages/pages.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getChangelog = publicEndpoint({
  route: 'GET /api/docs/changelog',
  summary: 'Get the page of changes and of the rules by which this API changes',
  produces: HTML,
  run: ({ config }, { headers }) => serve(CHANGELOG_PAGE, headers, pagePolicy(config.publicUrl)),
})
