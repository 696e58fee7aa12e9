import type { TProperties, TSchema } from 'typebox'
import type { Resource } from '../../../schemas/resource.ts'
import type { RateLimit } from '../access/rate-limit.ts'
import type { Scope } from '../access/scopes.ts'
import type { App } from '../app/app.ts'
import type { Opened } from './call.ts'

/** Callers: everyone, everyone signed in, or those with the scope in the selected tenant. */
export type Access = 'public' | 'identity' | Scope

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/** The public part of an endpoint, read by router, description and tests; the rest is what it does. */
export interface EndpointSpec {
  route: Route
  access: Access
  summary: string
  description?: string
  query?: TProperties
  /** Query parameters that must be given. */
  required?: readonly string[]
  body?: TSchema | undefined
  bodyOptional?: boolean
  /** Takes a form as browsers send it, and no JSON. */
  form?: boolean
  /** Takes any body as it is, unread: `run` gets a `Buffer`. */
  raw?: boolean
  /** Lets members through that it does not know, where somebody else's server chooses what to send. */
  open?: boolean
  returns?: Resource | TSchema
  /** Media type of an answer that is not JSON of ours: `run` returns its text or its bytes. */
  produces?: string
  /** Set for collections: how the page's size is called and how large it is. */
  collection?: { of: Resource; sizeName: 'itemsPerPage' | 'limit'; size: number }
  success?: number
  /** A second way to succeed, such as 200 where the resource was there already. */
  also?: number
  idempotent?: boolean
  /** Holds what it changes against `If-Match`, where its path and its answer do not tell so. */
  ifMatch?: boolean
  /** Stricter bucket, by address and operation. */
  limit?: 'auth'
  /** Rate limits that replace the one by address if the request proves who sends it. */
  findRateLimits?: (app: App, now: Date, body: unknown, event: Opened) => Promise<readonly RateLimit[]>
  maxBytes?: number
  /** A read that calls another party: it waits for the gate instead of running beside it. */
  asksOutside?: boolean
  /** A GET that does something: HEAD, which previews and link checkers send, does not reach it. */
  acts?: boolean
  /** Codes of the problems that are this operation's own. */
  problems?: readonly string[]
}
