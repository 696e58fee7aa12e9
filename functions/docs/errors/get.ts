import { serve } from '../../../lib/docs/file.ts'
import { pagePolicy, problemPageOf } from '../../../lib/docs/pages.ts'
import { publicEndpoint } from '../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../lib/problem.ts'

export const getProblemPage = publicEndpoint({
  route: 'GET /errors/{slug}',
  summary: 'What a kind of problem means and what to do about it',
  produces: 'text/html; charset=utf-8',
  run: ({ config }, { params, headers }) =>
    serve(orNotFound(problemPageOf(params.slug)), headers, pagePolicy(config.publicUrl)),
})
