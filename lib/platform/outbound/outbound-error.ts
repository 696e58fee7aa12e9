/** Reasons for the failure of an outbound call. None contains any part of the response. */
export type OutboundFailure =
  /** Not a URL, not https, or with a user name or password. */
  | 'bad-url'
  /** A private, local or special address, before or after DNS, or a name without an address. */
  | 'refused-address'
  /** A port that is not allowed. */
  | 'refused-port'
  | 'timeout'
  /** Unknown name, connection refused or lost, or an invalid certificate. */
  | 'unreachable'
  | 'redirected'
  | 'too-large'
  /** Not in the expected format, such as a page instead of JSON. */
  | 'unreadable'
  /** An unexpected status, which is in `status`. */
  | 'status'

export class OutboundError extends Error {
  readonly kind: OutboundFailure
  readonly status: number | undefined
  /** The Retry-After header, in seconds or as a date. */
  readonly retryAfter: string | undefined

  constructor(
    kind: OutboundFailure,
    { status, retryAfter, cause }: { status?: number; retryAfter?: string | undefined; cause?: unknown } = {},
  ) {
    super(status === undefined ? `the call failed: ${kind}` : `the call failed: ${kind} ${status}`, { cause })
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
  }
}
