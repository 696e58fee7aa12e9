import type { ErrorCode, Problem } from '../../problem.ts'
import type { Answer } from '../call.ts'

/** Errors of a token endpoint: those of RFC 6749, section 5.2, and those of section 4.1.2.1 for failures of the server. */
export const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
] as const

type OAuthError = (typeof OAUTH_ERRORS)[number]

const ERRORS: Partial<Record<ErrorCode, OAuthError>> = {
  INVALID_CREDENTIALS: 'invalid_client',
  OPERATION_NOT_ALLOWED: 'unauthorized_client',
  RATE_LIMITED: 'temporarily_unavailable',
  UNAVAILABLE: 'temporarily_unavailable',
  INTERNAL: 'server_error',
}

/** Parameters of which a wrong value has an error of its own; one that is missing or repeated has not. */
const WRONG_VALUES: Readonly<Record<string, OAuthError>> = {
  scope: 'invalid_scope',
  grant_type: 'unsupported_grant_type',
}

const findError = ({ errorCode, violations = [] }: Problem): OAuthError => {
  const [first, ...others] = violations
  const wrong = first?.message.startsWith('must ') && !others.length ? WRONG_VALUES[first.propertyPath] : undefined
  return ERRORS[errorCode] ?? wrong ?? 'invalid_request'
}

/** RFC 6749 allows these characters in a description. */
const toDescription = (text: string) => text.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, ' ')

/** Returns the answer to a problem with the members that OAuth 2.0 demands beside those of the problem. */
export const buildOAuthErrorAnswer = (problem: Problem, answer: Answer): Answer => {
  const error = findError(problem)
  const statusCode = error === 'unauthorized_client' ? 400 : answer.statusCode
  const [violation] = problem.violations ?? []
  const description = violation ? `${violation.propertyPath} ${violation.message}`.trim() : problem.message
  return {
    ...answer,
    statusCode,
    headers: {
      ...answer.headers,
      'Content-Type': 'application/json',
      Pragma: 'no-cache',
      ...(statusCode === 401 && { 'WWW-Authenticate': 'Basic realm="entrepot", charset="UTF-8"' }),
    },
    body: JSON.stringify({
      error,
      error_description: toDescription(description),
      ...JSON.parse(String(answer.body)),
      status: statusCode,
    }),
  }
}
