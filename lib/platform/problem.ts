export interface Violation {
  /** Path such as `lineItems[2].unitPrice`; empty for the whole body. */
  propertyPath: string
  message: string
}

/** Status and title of every problem. The slug of its type is the code in kebab case. */
export const PROBLEMS = {
  VALIDATION_ERROR: [400, 'Validation Error'],
  UNAUTHENTICATED: [401, 'Unauthenticated'],
  TOKEN_EXPIRED: [401, 'Token Expired'],
  SESSION_REVOKED: [401, 'Session Revoked'],
  INVALID_CREDENTIALS: [401, 'Invalid Credentials'],
  SCOPE_MISSING: [403, 'Scope Missing'],
  TENANT_REQUIRED: [403, 'Tenant Required'],
  PERSON_REQUIRED: [403, 'Person Required'],
  ADDRESS_NOT_ALLOWED: [403, 'Address Not Allowed'],
  EMAIL_NOT_VERIFIED: [403, 'E-mail Not Verified'],
  MFA_ENROLMENT_REQUIRED: [403, 'MFA Enrolment Required'],
  STEP_UP_REQUIRED: [403, 'Step-Up Required'],
  NOT_FOUND: [404, 'Not Found'],
  METHOD_NOT_ALLOWED: [405, 'Method Not Allowed'],
  OPERATION_NOT_ALLOWED: [409, 'Operation Not Allowed'],
  ALREADY_EXISTS: [409, 'Already Exists'],
  CATALOG_LINK_LOOP: [409, 'Catalog Link Loop'],
  CREDIT_EXCEEDS_INVOICE: [409, 'Credit Exceeds Invoice'],
  INVOICE_INCOMPLETE: [409, 'Invoice Incomplete'],
  ORDER_CHANGED: [409, 'Order Changed'],
  IDEMPOTENCY_IN_PROGRESS: [409, 'Idempotency In Progress'],
  PROVIDER_NOT_CONFIGURED: [409, 'Provider Not Configured'],
  PRECONDITION_FAILED: [412, 'Precondition Failed'],
  PAYLOAD_TOO_LARGE: [413, 'Payload Too Large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type'],
  IDEMPOTENCY_KEY_REUSED: [422, 'Idempotency Key Reused'],
  CONNECTION_FAILED: [424, 'Connection Failed'],
  RATE_LIMITED: [429, 'Rate Limited'],
  INTERNAL: [500, 'Internal Error'],
  UPSTREAM_FAILED: [502, 'Upstream Failed'],
  UPSTREAM_TIMEOUT: [504, 'Upstream Timeout'],
  UNAVAILABLE: [503, 'Unavailable'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof PROBLEMS

interface ProblemOptions {
  violations?: readonly Violation[]
  headers?: Readonly<Record<string, string>>
  /** Logged with the id of the request, never in an answer. */
  cause?: unknown
  /** True if the detail says what was changed, so that it stays as it is if something was. */
  isCertain?: boolean
}

/** Thrown by endpoints for every response except success. The caller sees the message as `detail`. */
export class Problem extends Error {
  readonly errorCode: ErrorCode
  readonly violations: readonly Violation[] | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly isCertain: boolean

  constructor(
    errorCode: ErrorCode,
    detail: string,
    { violations, headers, cause, isCertain = false }: ProblemOptions = {},
  ) {
    super(detail, { cause })
    this.errorCode = errorCode
    this.violations = violations
    this.headers = headers ?? {}
    this.isCertain = isCertain
  }

  get status(): number {
    return PROBLEMS[this.errorCode][0]
  }
}

/** Returns a problem for a temporary refusal. The same request can succeed after `retryAfter` seconds. */
export const unavailable = (detail: string, { retryAfter = 1, cause }: { retryAfter?: number; cause?: unknown } = {}) =>
  new Problem('UNAVAILABLE', detail, { headers: { 'Retry-After': String(retryAfter) }, cause })

export const getProblemType = (errorCode: ErrorCode) => `/errors/${errorCode.toLowerCase().replaceAll('_', '-')}`

/** The size of the largest bulk request. Without a limit, invalid input could cause responses of megabytes. */
export const MAX_VIOLATIONS = 200

const countViolations = (count: number) => {
  if (count > MAX_VIOLATIONS) return `More than ${MAX_VIOLATIONS} values are not valid; these are the first.`
  return count === 1 ? 'One value is not valid.' : `${count} values are not valid.`
}

/** Returns a problem with the first violations of an invalid request. */
export const invalid = (...violations: Violation[]) =>
  new Problem('VALIDATION_ERROR', countViolations(violations.length), {
    violations: violations.slice(0, MAX_VIOLATIONS),
  })

/** Returns the value, or throws a 404 if there is none. */
export const orNotFound = <T>(value: T | undefined): T => {
  if (value === undefined) throw notFound()
  return value
}

/** Returns the resource that a request refers to. Throws a violation at the path if it does not exist. */
export const orInvalid = <T>(value: T | undefined, propertyPath: string, noun: string): T => {
  if (value === undefined) throw invalid({ propertyPath, message: `must be the id of an existing ${noun}` })
  return value
}

export const notFound = () =>
  new Problem('NOT_FOUND', 'Nothing exists at this address. Check the path, the id and the selected tenant.')
