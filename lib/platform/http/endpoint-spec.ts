import type { TProperties, TSchema } from 'typebox'
import type { Resource } from '../../../schemas/resource.ts'
import type { RateLimit } from '../access/rate-limit.ts'
import { PERSON_SCOPES, type Scope } from '../access/scopes.ts'
import type { App } from '../app/app.ts'
import type { Opened } from './call.ts'

/** Callers: everyone, everyone signed in, or those with the scope in the selected tenant. */
export type Access = 'public' | 'identity' | Scope

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/** The declared part of an endpoint, which the router, the API description and tests read. */
export interface EndpointSpec {
  route: Route
  access: Access
  summary: string
  description?: string
  query?: TProperties
  /** Names of the required query parameters. */
  required?: readonly string[]
  body?: TSchema | undefined
  bodyOptional?: boolean
  /** Accepts a form as browsers send it instead of JSON. */
  form?: boolean
  /** Member with a list whose entries stand alone: one whose text cannot be stored unchanged is a `FlawedEntry` to `run`. */
  listOf?: string
  /** Accepts any body unparsed: `run` gets a `Buffer`. */
  raw?: boolean
  /** Accepts unknown query parameters, if another party's server chooses them. */
  open?: boolean
  returns?: Resource | TSchema
  /** Media type of an answer that is not a resource in JSON: `run` returns its text or its bytes. */
  produces?: string
  /** Other media types of such an answer, which the request chooses. */
  alsoProduces?: readonly string[]
  /** Set for collections: name and default of the page size. */
  collection?: { of: Resource; sizeName: 'itemsPerPage' | 'limit'; size: number }
  success?: number
  /** Another status of success, such as 200 if the resource already exists. */
  also?: number
  /** The resource in JSON of an answer 202, if work that is too long for an answer continues in the background. */
  later?: Resource
  idempotent?: boolean
  /** Takes `?dryRun=true`, which answers what the request would make and changes nothing. */
  dryRun?: boolean
  /** Supports `If-Match` although its path and its answer do not show so. */
  ifMatch?: boolean
  /** `auth` is a stricter rate limit, by address and operation; `none` is for an answer that must not depend on the table. */
  limit?: 'auth' | 'none'
  /** Rate limits that replace the one by address if the request proves who sends it. */
  findRateLimits?: (app: App, now: Date, body: unknown, event: Opened) => Promise<readonly RateLimit[]>
  maxBytes?: number
  /** A read that calls another party or stores what it finds, so it waits for the gate instead of running beside it. */
  waitsForGate?: boolean
  /** A GET with an effect. HEAD requests, which previews and link checkers send, do not reach it. */
  acts?: boolean
  /** Is answered after a fixed time, because the duration of its work would tell whether somebody has an account. */
  hidesTime?: boolean
  /** Set if the operation will end, with days such as `2027-01-31`. */
  deprecated?: { since: string; sunset: string; instead: string }
  /** Admits service accounts to an operation that needs no scope; otherwise it needs a person. */
  allowsServiceAccounts?: boolean
  /** Answers errors as OAuth 2.0 defines them (RFC 6749, section 5.2). */
  oauth?: boolean
  /** Needs a recent second factor if the tenant demands it for dangerous operations. */
  stepUp?: boolean
  /** Codes of the problems that are specific to this operation. */
  problems?: readonly string[]
}

/** Tells whether only a person may call an endpoint with this access. */
export const needsPerson = (access: Access, allowsServiceAccounts = false): boolean =>
  access === 'identity' ? !allowsServiceAccounts : access !== 'public' && PERSON_SCOPES.includes(access)
