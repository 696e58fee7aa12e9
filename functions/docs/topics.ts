import { serve } from '../../lib/platform/docs/file.ts'
import { HTML, pagePolicy } from '../../lib/platform/docs/pages/pages.ts'
import { publicEndpoint } from '../../lib/platform/http/endpoint.ts'

export const getTopicsPage = publicEndpoint({
  route: 'GET /api/docs/topics',
  summary: 'Get the page of topics, with their recipients and variables',
  produces: HTML,
  async run({ config }, { headers }) {
    const { topicsPage } = await import('../../lib/notification/templates/topics-page.ts')
    return serve(topicsPage(), headers, pagePolicy(config.publicUrl))
  },
})
