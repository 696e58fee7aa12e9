import type { LookupFunction } from 'node:net'
import { makeOnce } from '../make-once.ts'

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

export interface OutboundRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** For everything together: DNS, connecting, sending and reading. */
  timeoutMs?: number
  mostBytes?: number
  /** How many redirects of a GET are followed, each looked at like a new address; none by default. */
  redirects?: number
}

export interface OutboundResponse {
  status: number
  /** Names in lower case; repeated ones are joined by a comma. */
  headers: Readonly<Record<string, string | undefined>>
  body: Buffer
}

/** The one door for calls to other parties. Throws `OutboundError` alone; any status but a redirect is an answer. */
export interface Outbound {
  send(request: OutboundRequest): Promise<OutboundResponse>
}

export interface OutboundOptions {
  /** Lets private addresses, all ports and plain http through: for a developer's machine and tests. */
  allowPrivate: boolean
  /** Ports that may be asked beside 443 and 80. */
  ports?: readonly number[]
  /** The system's resolver unless a test brings its own. */
  lookup?: LookupFunction
}

export const makeOutbound = (options: OutboundOptions): Outbound => {
  const loaded = makeOnce(() => import('./send.ts'))
  return { send: async (request) => (await loaded()).send(options, request) }
}
