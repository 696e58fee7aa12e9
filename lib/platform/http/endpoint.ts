import middy from '@middy/core'
import type { Static, TProperties, TSchema } from 'typebox'
import type { Passage } from '../../iam/satellites/satellite-gate.ts'
import type { Scope } from '../access/scopes.ts'
import { type App, app } from '../app/app.ts'
import type { Id } from '../id.ts'
import type { Log } from '../log.ts'
import type { Members, Page } from '../store/lists/list.ts'
import type { Unit } from '../store/unit.ts'
import { authorize } from './authorize.ts'
import type { Answer, GatewayEvent, Opened, SignedIn } from './call.ts'
import { inTime } from './in-time.ts'
import { parseInput } from './request/parse-input.ts'
import { answerProblem } from './response/answer-problem.ts'
import { presentCollection } from './response/collection.ts'
import type { Resource } from './response/resource.ts'
import { addResponseHeaders } from './response/response-headers.ts'
import { runEndpoint } from './run-endpoint.ts'

/** Who may call: anybody, anybody signed in, or who holds the scope in the selected tenant. */
export type Access = 'public' | 'identity' | Scope

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/** An answer other than the endpoint's usual one. */
export interface Reply {
  reply: true
  value: unknown
  status?: number
  headers?: Record<string, string>
}

export const reply = (value: unknown, rest: Omit<Reply, 'reply' | 'value'> = {}): Reply => ({
  reply: true,
  value,
  ...rest,
})

type Query<Q extends TProperties> = { [K in keyof Q]?: Static<Q[K]> }
type BodyOf<B> = B extends TSchema ? Static<B> : undefined

type ParamNames<R> = R extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Greedy}+` ? Greedy : Name) | ParamNames<Rest>
  : never

interface Request<R extends Route, Q extends TProperties, B> {
  params: Record<ParamNames<R>, string>
  query: Query<Q>
  body: BodyOf<B>
  now: Date
  address: string
  headers: Record<string, string | undefined>
  path: string
  /** The query as it was written. */
  given: Record<string, string>
  log: Log
  /** Gathers what the request changes; written when `run` is done. `run` is done again where data changed under it. */
  unit: Unit
}

/** The public part of an endpoint, read by router, description and tests; the rest is what it does. */
export interface EndpointSpec {
  route: Route
  access: Access
  summary: string
  description?: string
  query?: TProperties
  /** Query parameters that must be given. */
  required?: readonly string[]
  body?: TSchema
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
  /** What a request is counted by in place of its address, where its body proves who sends it. */
  passages?: (app: App, now: Date, body: unknown, event: GatewayEvent) => Promise<readonly Passage[]>
  mostBytes?: number
  /** A read that calls another party: it waits for the gate instead of running beside it. */
  asksOutside?: boolean
  /** A GET that does something: HEAD, which previews and link checkers send, does not reach it. */
  acts?: boolean
  /** Codes of the problems that are this operation's own. */
  problems?: readonly string[]
}

export interface Endpoint extends EndpointSpec {
  handler: (event: GatewayEvent, context?: unknown) => Promise<Answer>
}

export type Handler = (
  app: App,
  request: Request<Route, TProperties, TSchema> & { caller: SignedIn },
) => Promise<unknown>

interface Definition<C, R extends Route, Q extends TProperties, B extends TSchema | undefined>
  extends Omit<EndpointSpec, 'route' | 'access' | 'query' | 'body' | 'collection'> {
  route: R
  query?: Q
  body?: B
  run(app: App, request: Request<R, Q, B> & C): Promise<unknown>
}

type InTenant = { caller: SignedIn & { tenant: Id } }

export const MAX_BODY_BYTES = 1024 * 1024

/** The way of every request, in the order in which it happens. */
const buildEndpoint = (described: EndpointSpec, run: Handler): Endpoint => ({
  ...described,
  handler: inTime(
    middy<Opened, Answer>({ timeoutEarlyInMillis: 0 })
      .before(authorize(described, app))
      .before(parseInput(described))
      .handler(runEndpoint(described, run, app) as never)
      .after(addResponseHeaders)
      .onError(answerProblem) as unknown as Endpoint['handler'],
  ),
})

/** For callers who hold a scope in the tenant they selected. */
export const endpoint = <
  const R extends Route,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>({
  scope,
  run,
  ...described
}: Definition<InTenant, R, Q, B> & { scope: Scope }): Endpoint =>
  buildEndpoint({ ...described, access: scope } as EndpointSpec, run as unknown as Handler)

/** For whoever is signed in, with or without a tenant. */
export const identityEndpoint = <
  const R extends Route,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>({
  run,
  ...described
}: Definition<{ caller: SignedIn }, R, Q, B>): Endpoint =>
  buildEndpoint({ ...described, access: 'identity' } as EndpointSpec, run as unknown as Handler)

/** For anybody; counted by address. */
export const publicEndpoint = <
  const R extends Route,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>({
  run,
  ...described
}: Definition<object, R, Q, B>): Endpoint =>
  buildEndpoint({ ...described, access: 'public' } as EndpointSpec, run as unknown as Handler)

interface ListDefinition<C, R extends Route, Q extends TProperties>
  extends Omit<Definition<C, R, Q, undefined>, 'run' | 'returns' | 'body'> {
  of: Resource
  itemsPerPage: number
  /** Notifications call the size of a page `limit`. */
  sizeName?: 'itemsPerPage' | 'limit'
  run(app: App, request: Request<R, Q, undefined> & C & { page: Page }): Promise<Members<unknown>>
}

const buildListEndpoint = <C, R extends Route, Q extends TProperties>(
  access: Access,
  { of, itemsPerPage, sizeName = 'itemsPerPage', run, ...described }: ListDefinition<C, R, Q>,
): Endpoint => {
  const parameters = [...Object.keys(described.query ?? {}), 'page', sizeName]
  const collection = { of, sizeName, size: itemsPerPage }
  return buildEndpoint({ ...described, access, collection } as EndpointSpec, async (using, request) => {
    const { page, [sizeName]: size, ...filters } = request.query
    const asked = { page: page as number, itemsPerPage: size as number }
    const members = await run(using, { ...request, query: filters, page: asked } as never)
    return presentCollection(of, { ...asked, path: request.path, query: request.given, parameters }, members)
  })
}

/** One page of a tenant's collection, in its envelope. */
export const listEndpoint = <const R extends Route, Q extends TProperties = TProperties>({
  scope,
  ...definition
}: ListDefinition<InTenant, R, Q> & { scope: Scope }): Endpoint => buildListEndpoint(scope, definition)

/** One page of what belongs to whoever is signed in. */
export const identityListEndpoint = <const R extends Route, Q extends TProperties = TProperties>(
  definition: ListDefinition<{ caller: SignedIn }, R, Q>,
): Endpoint => buildListEndpoint('identity', definition)
