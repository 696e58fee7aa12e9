import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Claims, Sponsor } from '../access/access-token.ts'
import type { RateLimitStatus } from '../access/rate-limit.ts'
import type { App } from '../app/app.ts'
import type { Changes } from '../changes.ts'
import type { Sharing } from '../create-sharing.ts'
import type { Deadline } from '../deadline.ts'
import type { Id } from '../id.ts'
import type { Log } from '../log.ts'
import type { Idempotency } from './idempotency.ts'

export type GatewayEvent = APIGatewayProxyEventV2
export type Answer = APIGatewayProxyStructuredResultV2 & { headers: Record<string, string | number | boolean> }

/** The kinds of callers. A service account acts for a tenant and can do nothing that needs a person. */
export type CallerType = 'person' | 'service_account'

export interface SignedIn {
  type: CallerType
  /** The identity of a person, or the id of a service account. */
  identity: Id
  session: Id
  /** Grant under the session, if a satellite calls. */
  grant: Id | undefined
  tenant: Id | undefined
  scopes: ReadonlySet<string>
  /** The member from whose role a service account has its scopes; undefined for a person. */
  sponsor?: Sponsor | undefined
  /** Unix seconds of the last sign-in or step-up in this session; undefined for satellites. */
  authenticatedAt: number | undefined
  /** The proofs that were shown then (RFC 8176); `mfa` if a second factor was. */
  methods: readonly string[]
  /** True if the tenant demands a recent second factor for dangerous operations. */
  demandsStepUp: boolean
}

/** The state of one request; each middleware adds its results. */
export interface Call {
  /** Id that we assign; it is in every answer and in every log line. */
  id: string
  log: Log
  /** The app whose calls end by the deadline. */
  app: App
  now: Date
  /** The caller's address as the gateway saw it; headers are not trusted. */
  address: string
  /** The caller; undefined without a valid token. */
  caller?: Claims
  /** Pending check of the rate limit; reads run beside it, writes wait for it. */
  rateLimitCheck?: Promise<RateLimitStatus>
  /** Result of that check, once it is there. */
  rateLimit?: RateLimitStatus
  /** The unparsed query. */
  given: Record<string, string>
  query: Record<string, unknown>
  /** The body as it was parsed, and from its validation on as its schema defines it. */
  body: unknown
  /** True if the request asks only what it would make. */
  isDryRun: boolean
  /** The Idempotency-Key of the request; undefined without one. */
  idempotency?: Idempotency | undefined
  /** Headers of every answer of the endpoint. */
  headers?: Readonly<Record<string, string>>
  /** The uptime before which the request is not answered. */
  heldUntil?: number
  /** Shares results between the steps of this request and the reruns of its work. */
  shared: Sharing
  /** The time by which the answer is due; undefined outside functions. */
  deadline?: Deadline | undefined
  /** True for a GET with an effect. */
  acts: boolean
  /** True if errors are answered as OAuth 2.0 defines them. */
  oauth: boolean
  /** The changes that the request has made so far. */
  changes: Changes
}

export type Opened = GatewayEvent & { call: Call }

/** One step in the life of every request; `before` runs on the way in, `after` and `onError` on the way out. */
export type Middleware = MiddlewareObj<Opened, Answer>
