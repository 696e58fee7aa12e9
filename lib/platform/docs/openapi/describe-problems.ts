import { type EndpointSpec, needsPerson } from '../../http/endpoint-spec.ts'
import { OAUTH_ERRORS } from '../../http/response/oauth-error.ts'
import { type ErrorCode, getProblemType, PROBLEMS } from '../../problem.ts'
import type { Components } from './components.ts'
import { PROBLEM_TEXTS } from './problem-texts.ts'

const HEADERS_BY_STATUS: Record<number, string> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
}

/** True if the operation changes a resource whose revision `If-Match` can name. */
export const acceptsIfMatch = ({ route, returns, ifMatch }: EndpointSpec) =>
  ifMatch ??
  (!route.startsWith('GET ') &&
    /\{(id|\w+Id)\}/.test(route) &&
    returns !== undefined &&
    'fields' in returns &&
    'updatedAt' in returns.fields.properties)

/** Lists every problem of the operation: those that follow from its access, parameters and method, and its own. */
export const listProblems = (described: EndpointSpec): ErrorCode[] => {
  const { access, route, idempotent, allowsServiceAccounts, stepUp, problems = [] } = described
  const reads = route.startsWith('GET ')
  const codes: ErrorCode[] = ['VALIDATION_ERROR', 'RATE_LIMITED', 'UNAVAILABLE', ...(problems as ErrorCode[])]
  if (stepUp) codes.push('STEP_UP_REQUIRED')
  if (access !== 'public') codes.push('UNAUTHENTICATED', 'TOKEN_EXPIRED', 'SESSION_REVOKED')
  if (access !== 'public' && access !== 'identity') codes.push('SCOPE_MISSING', 'TENANT_REQUIRED')
  if (access !== 'public')
    codes.push(needsPerson(access, allowsServiceAccounts) ? 'PERSON_REQUIRED' : 'ADDRESS_NOT_ALLOWED')
  if (route.includes('{')) codes.push('NOT_FOUND')
  if (!reads) codes.push('PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE')
  if (acceptsIfMatch(described)) codes.push('PRECONDITION_FAILED')
  if (idempotent) codes.push('IDEMPOTENCY_KEY_REUSED')
  return (Object.keys(PROBLEMS) as ErrorCode[]).filter((code) => codes.includes(code))
}

export const makeProblemExample = (code: ErrorCode) => {
  const [status, title] = PROBLEMS[code]
  return {
    type: getProblemType(code),
    title,
    status,
    detail: code === 'VALIDATION_ERROR' ? 'One value is not valid.' : PROBLEM_TEXTS[code].when,
    instance: 'urn:uuid:6f0b1c1e-5f0a-4c43-9d0e-0b6f2b8a9d11',
    errorCode: code,
    ...(code === 'VALIDATION_ERROR' && { violations: [{ propertyPath: 'name', message: 'is required' }] }),
  }
}

const toPascalCase = (code: string) =>
  code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

const nameExample = (code: ErrorCode) => `${toPascalCase(code)}Problem`

/** The example of every problem, once for all responses. */
export const listProblemExamples = (): Components['examples'] =>
  Object.fromEntries(
    (Object.keys(PROBLEMS) as ErrorCode[]).map((code) => [
      nameExample(code),
      { summary: PROBLEMS[code][1], value: makeProblemExample(code) },
    ]),
  )

/** Describes the responses of these problems, one per status, each as a named component. */
export const describeProblems = (codes: readonly ErrorCode[]) =>
  [...Map.groupBy(codes, (code) => PROBLEMS[code][0])].map(([status, same]) => {
    const header = HEADERS_BY_STATUS[status]
    return {
      status,
      name: same.map(toPascalCase).join('Or'),
      response: {
        description: same.map((code) => `\`${code}\`: ${PROBLEM_TEXTS[code].when}`).join('\n\n'),
        headers: header ? [header] : [],
        content: {
          'application/problem+json': {
            schema: {
              $ref: `#/components/schemas/${same[0] === 'VALIDATION_ERROR' ? 'ValidationProblem' : 'Problem'}`,
            },
            examples: Object.fromEntries(
              same.map((code) => [code, { $ref: `#/components/examples/${nameExample(code)}` }]),
            ),
          },
        },
      },
    }
  })

const PROBLEM_MEMBERS = {
  type: { type: 'string', format: 'uri-reference', description: 'Address of a page about this problem type' },
  title: { type: 'string' },
  status: { type: 'integer' },
  detail: { type: 'string', description: 'What went wrong this time' },
  instance: { type: 'string', format: 'uri', description: 'Id of the request, as in X-Request-Id' },
  errorCode: { $ref: '#/components/schemas/ErrorCode' },
}

export const PROBLEM_SCHEMAS = {
  ErrorCode: { type: 'string', enum: Object.keys(PROBLEMS) },
  OAuthErrorCode: { type: 'string', enum: [...OAUTH_ERRORS] },
  Problem: {
    type: 'object',
    description: 'A problem (RFC 9457)',
    properties: PROBLEM_MEMBERS,
    required: Object.keys(PROBLEM_MEMBERS),
  },
  Violation: {
    type: 'object',
    properties: {
      propertyPath: {
        type: 'string',
        description: 'Path of the value, such as `lineItems[2].unitPrice`; empty for the whole body',
      },
      message: { type: 'string' },
    },
    required: ['propertyPath', 'message'],
  },
  ValidationProblem: {
    type: 'object',
    description: 'A problem of an invalid request, with everything that is wrong with it',
    properties: {
      ...PROBLEM_MEMBERS,
      violations: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Violation' } },
    },
    required: [...Object.keys(PROBLEM_MEMBERS), 'violations'],
    additionalProperties: false,
  },
  OAuthError: {
    type: 'object',
    description: 'An error of OAuth 2.0 (RFC 6749), with the members of the problem',
    properties: {
      ...PROBLEM_MEMBERS,
      error: { $ref: '#/components/schemas/OAuthErrorCode' },
      error_description: { type: 'string' },
      violations: { type: 'array', items: { $ref: '#/components/schemas/Violation' } },
    },
    required: [...Object.keys(PROBLEM_MEMBERS), 'error', 'error_description'],
    additionalProperties: false,
  },
}
