import type { ErrorCode, Violation } from './generated/schemas.ts'

/** An error of this client. All others that it throws are mistakes of the program, such as a missing id. */
export class EntrepotError extends Error {
  override name = 'EntrepotError'
}

interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  errorCode: ErrorCode
  violations?: readonly Violation[]
}

const isProblemBody = (body: unknown): body is ProblemBody =>
  typeof body === 'object' && body !== null && typeof (body as { errorCode?: unknown }).errorCode === 'string'

/** The platform refused the request, or failed. */
export class ProblemError extends EntrepotError {
  override name = 'ProblemError'
  /** The kind of problem, for your code; a newer platform may send codes that this version does not list. */
  readonly errorCode: ErrorCode
  readonly status: number
  readonly title: string
  /** The reason this time, for people; also the message. */
  readonly detail: string
  /** Address of a page about problems with this code. */
  readonly type: string
  /** Everything that is wrong with the request; empty unless the code is `VALIDATION_ERROR`. */
  readonly violations: readonly Violation[]
  /** Id of the request, under which the log of the platform has it. */
  readonly requestId: string
  readonly headers: Headers

  constructor(body: ProblemBody, headers: Headers) {
    super(body.detail)
    this.errorCode = body.errorCode
    this.status = body.status
    this.title = body.title
    this.detail = body.detail
    this.type = body.type
    this.violations = body.violations ?? []
    this.requestId = headers.get('x-request-id') ?? body.instance.replace('urn:uuid:', '')
    this.headers = headers
  }
}

/** The answer is not one of the platform; it may come from a proxy on the way. */
export class UnexpectedAnswerError extends EntrepotError {
  override name = 'UnexpectedAnswerError'
  readonly status: number
  readonly headers: Headers
  /** The beginning of the body. */
  readonly body: string

  constructor(status: number, headers: Headers, body: string) {
    super(`The answer with status ${status} is not one of the platform.`)
    this.status = status
    this.headers = headers
    this.body = body.slice(0, 1000)
  }
}

/** There was no answer, or not all of it. A change that was sent may have been made. */
export class ConnectionError extends EntrepotError {
  override name = 'ConnectionError'
  /** True if the time for the attempt was over. */
  readonly isTimeout: boolean

  constructor(isTimeout: boolean, cause: unknown) {
    super(isTimeout ? 'The platform did not answer in time.' : 'The platform could not be reached.', { cause })
    this.isTimeout = isTimeout
  }
}

/** The session of a person has ended, so the person must sign in again. */
export class SessionEndedError extends EntrepotError {
  override name = 'SessionEndedError'
  constructor(cause?: unknown) {
    super('The session has ended. Sign in again.', { cause })
  }
}

/** The platform does not accept the credentials of a service account. */
export class CredentialsRefusedError extends EntrepotError {
  override name = 'CredentialsRefusedError'
  /** Code of the refusal, such as `invalid_client`. */
  readonly code: string

  constructor(code: string, description: string | undefined, cause?: unknown) {
    super(description ?? `The credentials of the service account were refused: ${code}.`, { cause })
    this.code = code
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error for an answer that is not a success. */
export const toError = (status: number, headers: Headers, text: string): ProblemError | UnexpectedAnswerError => {
  const body = parse(text)
  return isProblemBody(body) ? new ProblemError(body, headers) : new UnexpectedAnswerError(status, headers, text)
}

/** True for a problem with one of the codes, or for any problem if none is given. */
export const isProblem = (error: unknown, ...codes: readonly ErrorCode[]): error is ProblemError =>
  error instanceof ProblemError && (!codes.length || codes.includes(error.errorCode))
