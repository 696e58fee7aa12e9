import { serve } from '../../../lib/platform/docs/file.ts'
import { findProblemPage, pagePolicy } from '../../../lib/platform/docs/pages/pages.ts'
import { publicEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'

export const getProblemPage = publicEndpoint({
  route: 'GET /errors/{slug}',
  summary: 'Get the page that explains a problem type',
  produces: 'text/html; charset=utf-8',
  run: ({ config }, { params, headers }) =>
    serve(orNotFound(findProblemPage(params.slug)), headers, pagePolicy(config.publicUrl)),
})
