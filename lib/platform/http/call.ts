import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { RateLimitStatus } from '../access/rate-limit.ts'
import type { Changes } from '../changes.ts'
import type { Sharing } from '../create-sharing.ts'
import type { Deadline } from '../deadline.ts'
import type { Id } from '../id.ts'
import type { Log } from '../log.ts'

export type GatewayEvent = APIGatewayProxyEventV2
export type Answer = APIGatewayProxyStructuredResultV2 & { headers: Record<string, string | number | boolean> }

export interface SignedIn {
  identity: Id
  session: Id
  /** Under the session, where a satellite calls. */
  grant: Id | undefined
  tenant: Id | undefined
  scopes: ReadonlySet<string>
}

/** One request on its way through the steps; each step fills in what it finds out. */
export interface Call {
  /** Ours, shown in every answer and carried by every log line. */
  id: string
  log: Log
  now: Date
  /** The caller's address as the gateway saw it, never as a header says. */
  address: string
  caller?: SignedIn
  /** The gate's answer; reads run beside it, writes wait for it. */
  rateLimitCheck?: Promise<RateLimitStatus>
  /** Result of the rate limit check, once it was awaited. */
  rateLimit?: RateLimitStatus
  /** The query as it was written. */
  given: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  /** Shares results between the steps of this request and the reruns of its work. */
  shared: Sharing
  /** The time by which the answer is due; undefined where no function's time runs out. */
  deadline?: Deadline | undefined
  /** The changes that the request has made so far. */
  changes: Changes
}

export type Opened = GatewayEvent & { call: Call }
