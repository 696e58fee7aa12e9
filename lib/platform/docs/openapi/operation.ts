import type { EndpointSpec } from '../../http/endpoint-spec.ts'
import { type Collected, referToHeaders } from './components.ts'
import {
  describeContent,
  describeLater,
  findResourceType,
  isResource,
  requestBody,
  toTypeName,
} from './describe-content.ts'
import { describeLinks, type NamedEndpoint } from './describe-links.ts'
import { describeProblems, listProblems } from './describe-problems.ts'
import { describeParameters } from './parameters.ts'

/** The rest of the description, which describing an operation reads and adds to. */
interface Surroundings {
  collected: Collected
  /** All operations, of which links name some. */
  operations: readonly NamedEndpoint[]
}

const ON_EVERY_ANSWER = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const MEANINGS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted; the work continues in the background',
  204: 'Success, without a body',
  302: 'Redirect to the address in `Location`',
}

const MEANING_OF_DRY_RUN = 'With `dryRun`: what would be made. Nothing was changed.'

const JSON_INSTEAD = 'The address as JSON, if `Accept` is `application/json`'

const describeSuccesses = (operationId: string, described: EndpointSpec, { collected, operations }: Surroundings) => {
  const { success, also, returns, collection, produces, route, idempotent, later, dryRun } = described
  const main = success ?? (returns || collection || produces ? 200 : 204)
  const content = describeContent(operationId, described, collected)
  const isOnlyDryRun = (status: number) => dryRun === true && status === 200 && main !== 200
  return [main, ...(also ? [also] : []), ...(dryRun && main !== 200 ? [200] : [])].map((status) => {
    const headers = [...ON_EVERY_ANSWER]
    if (isOnlyDryRun(status))
      return [
        String(status),
        { description: MEANING_OF_DRY_RUN, headers: referToHeaders(headers), ...(content && { content }) },
      ] as const
    if (returns && isResource(returns) && returns.isRevised) headers.push('ETag')
    if ((status === 201 && returns && isResource(returns) && route.startsWith('POST ')) || status === 302)
      headers.push('Location')
    if (idempotent) headers.push('Idempotency-Replayed')
    if (status === 202 && later)
      return [
        '202',
        {
          description: MEANINGS[202],
          headers: referToHeaders([...headers, 'Location']),
          content: describeLater(operationId, later, collected),
        },
      ] as const
    return [
      String(status),
      {
        description:
          status === also ? (main === 302 ? JSON_INSTEAD : 'The resource already existed') : MEANINGS[status],
        headers: referToHeaders(headers),
        ...(content && status !== 302 && { content }),
        ...(status === main && describeLinks(described, operations)),
      },
    ] as const
  })
}

/** The answers of an OAuth 2.0 endpoint have members and statuses of their own. */
const describeOAuthFailures = (described: EndpointSpec) =>
  describeProblems(listProblems(described)).map(({ status, response: { description, headers } }) => [
    String(status),
    {
      description,
      headers: referToHeaders([...ON_EVERY_ANSWER, ...headers]),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/OAuthError' } } },
    },
  ])

const describeFailures = (described: EndpointSpec, { responses }: Collected) =>
  describeProblems(listProblems(described)).map(({ status, name, response }) => {
    responses[name] = { ...response, headers: referToHeaders([...ON_EVERY_ANSWER, ...response.headers]) }
    return [String(status), { $ref: `#/components/responses/${name}` }] as const
  })

const ACCESS: Record<string, string> = {
  public: 'Requires no token.',
  identity: 'Requires a token. No tenant needs to be selected.',
}

const LIMITS: Record<string, string> = {
  auth: 'Has its own low rate limit per address.',
  none: 'Has no rate limit, so that its headers always show all requests as remaining.',
}

/** Describes one operation and adds shared parts to the components. */
export const describeOperation = (
  operationId: string,
  tag: string,
  described: EndpointSpec,
  surroundings: Surroundings,
) => {
  const { collected } = surroundings
  const { access, summary, description, limit, deprecated } = described
  const scope = ACCESS[access] ? undefined : access
  const body = requestBody(operationId, described, collected)
  return {
    operationId,
    tags: [tag],
    summary,
    description: [
      description,
      scope ? `Requires the scope \`${scope}\` in the selected tenant.` : ACCESS[access],
      LIMITS[limit ?? ''],
      deprecated && `Ends on ${deprecated.sunset}. ${deprecated.instead}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    ...(deprecated && { deprecated: true }),
    ...(scope && { 'x-scope': scope }),
    security: access === 'public' ? [] : [{ bearer: [] }],
    parameters: describeParameters(
      described,
      { owner: toTypeName(operationId), of: findResourceType(described) },
      collected,
    ),
    ...(body && { requestBody: body }),
    responses: Object.fromEntries([
      ...describeSuccesses(operationId, described, surroundings),
      ...(described.oauth ? describeOAuthFailures(described) : describeFailures(described, collected)),
    ]),
  }
}
