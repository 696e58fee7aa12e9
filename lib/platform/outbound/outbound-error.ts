/** Why a call that leaves the platform came to nothing. None of them carries anything of the answer. */
export type OutboundFailure =
  /** No URL, not https, or with a name and password in it. */
  | 'bad-url'
  /** A private, local or otherwise special address, before or after DNS, or a name that leads nowhere at all. */
  | 'refused-address'
  /** A port that is not asked. */
  | 'refused-port'
  | 'timeout'
  /** No such name, nobody listening, no valid certificate, connection lost. */
  | 'unreachable'
  | 'redirected'
  | 'too-large'
  /** Not what was asked for, such as a page where JSON should be. */
  | 'unreadable'
  /** An answer that the caller cannot go on with; `status` tells. */
  | 'status'

export class OutboundError extends Error {
  readonly kind: OutboundFailure
  readonly status: number | undefined
  /** As the header said, in seconds or as a date. */
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
