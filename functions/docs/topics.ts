import { serve } from '../../lib/docs/file.ts'
import { HTML, pagePolicy } from '../../lib/docs/pages.ts'
import { publicEndpoint } from '../../lib/http/endpoint.ts'

export const getTopicsPage = publicEndpoint({
  route: 'GET /api/docs/topics',
  summary: 'What is told, to whom, and the variables of each topic',
  produces: HTML,
  async run({ config }, { headers }) {
    const { topicsPage } = await import('../../lib/docs/topics-page.ts')
    return serve(topicsPage(), headers, pagePolicy(config.publicUrl))
  },
})
