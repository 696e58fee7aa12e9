import middy from '@middy/core'
import type { Static, TProperties, TSchema } from 'typebox'
import type { Resource } from '../../../schemas/resource.ts'
import type { Scope } from '../access/scopes.ts'
import type { App } from '../app/app.ts'
import type { Sharing } from '../create-sharing.ts'
import type { Id } from '../id.ts'
import type { Log } from '../log.ts'
import type { Members, Page } from '../store/lists/list.ts'
import type { ReadOnlyUnit, Unit } from '../store/unit.ts'
import type { RequestSource } from '../store/unit-scope.ts'
import { announceDeprecation } from './announce-deprecation.ts'
import { answerOnce } from './answer-once.ts'
import { authenticate } from './authenticate.ts'
import { authorize } from './authorize.ts'
import type { Answer, GatewayEvent, Opened, SignedIn } from './call.ts'
import type { Access, EndpointSpec, Route } from './endpoint-spec.ts'
import { holdAnswer } from './hold-answer.ts'
import { inTime } from './in-time.ts'
import { limitRate } from './limit-rate.ts'
import { parseBody } from './request/parse-body.ts'
import { readPath } from './request/read-path.ts'
import { validateInput } from './request/validate-input.ts'
import { answerProblem } from './response/answer-problem.ts'
import { presentCollection } from './response/collection.ts'
import { addResponseHeaders } from './response/response-headers.ts'
import { runEndpoint } from './run-endpoint.ts'

/** An answer that differs from the declared one in status or headers. */
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

/** A parsed request. */
interface Asked<R, Q extends TProperties, B> {
  params: Record<ParamNames<R>, string>
  query: Query<Q>
  body: BodyOf<B>
  now: Date
  address: string
  /** The caller's address as it is, not grouped for rate limits. */
  sourceAddress: string
  headers: Record<string, string | undefined>
  path: string
  /** The unparsed query. */
  given: Record<string, string>
  /** The part of the request that the audit trail holds; undefined without a signed-in caller. */
  source?: RequestSource | undefined
  log: Log
  /** Shares results between the rate limit of the request and the reruns of its work. */
  shared: Sharing
}

/** A GET changes nothing, so it has no unit. */
type Writing<R> = R extends `GET ${string}` ? object : { unit: Unit }

/** `unit` collects the changes of the request and is committed after `run`, which runs again if data changed meanwhile. */
type Request<R extends Route, Q extends TProperties, B> = Asked<R, Q, B> & Writing<R>

export interface Endpoint extends EndpointSpec {
  handler: (event: GatewayEvent, context?: unknown) => Promise<Answer>
}

/** A request of any endpoint. */
interface AnyRequest extends Omit<Asked<Route, TProperties, TSchema>, 'params' | 'query' | 'body'> {
  caller?: SignedIn | undefined
  params: object
  query: Record<string, unknown>
  body: unknown
  unit?: unknown
}

/** The work of an endpoint: `act` is run once, then `run` until its unit is committed. */
export interface Work {
  act?(app: App, request: AnyRequest): Promise<unknown>
  run(app: App, request: AnyRequest, effect?: unknown): Promise<unknown>
}

interface Definition<C, R extends Route, Q extends TProperties, B extends TSchema | undefined>
  extends Omit<EndpointSpec, 'route' | 'access' | 'query' | 'body' | 'collection'> {
  route: R
  query?: Q
  body?: B
  run(app: App, request: Request<R, Q, B> & C): Promise<unknown>
}

interface EffectDefinition<
  C,
  R extends Exclude<Route, `GET ${string}`>,
  Q extends TProperties,
  B extends TSchema | undefined,
  E,
> extends Omit<Definition<C, R, Q, B>, 'run' | 'dryRun'> {
  /** Has an effect outside, such as a call to a shop, so it runs once and cannot write. `run` gets its result. */
  act(app: App, request: Asked<R, Q, B> & { unit: ReadOnlyUnit } & C): Promise<E>
  /** Records the result of the effect in the unit; runs again if data changed meanwhile. */
  run(app: App, request: Request<R, Q, B> & C, effect: E): Promise<unknown>
}

type InTenant = { caller: SignedIn & { tenant: Id } }

type Described = Omit<EndpointSpec, 'access'> & { scope?: Scope }

/**
 * The life of every request: down this pipeline, through the endpoint, and up again. On the way up, each middleware sees what
 * those below it answered or threw.
 */
const buildHandler = (spec: EndpointSpec, work: Work) =>
  middy<Opened, Answer>({ timeoutEarlyInMillis: 0 })
    .use(addResponseHeaders)
    .use(answerProblem)
    .use(announceDeprecation(spec))
    .use(holdAnswer(spec))
    .use(authenticate(spec))
    .use(limitRate(spec))
    .use(authorize(spec))
    .use(readPath(spec))
    .use(parseBody(spec))
    .use(validateInput(spec))
    .use(answerOnce(spec, work))
    .handler(runEndpoint(spec, work))

const buildEndpoint = ({ act, run, scope: _scope, ...described }: Described & Work, access: Access): Endpoint => {
  // A repeat must not act too while the first request does.
  const own = act && described.idempotent ? ['IDEMPOTENCY_IN_PROGRESS'] : []
  const spec = { ...described, access, problems: [...(described.problems ?? []), ...own] }
  const handler = buildHandler(spec, { ...(act && { act }), run }) as unknown as Endpoint['handler']
  return { ...spec, handler: inTime(handler, spec) }
}

/** Builds an endpoint for callers with the scope in their selected tenant. */
export const endpoint = <
  const R extends Route,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>(
  definition: Definition<InTenant, R, Q, B> & { scope: Scope },
): Endpoint => buildEndpoint(definition, definition.scope)

/** Builds an endpoint for everyone who is signed in, with or without a tenant. */
export const identityEndpoint = <
  const R extends Route,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>(
  definition: Definition<{ caller: SignedIn }, R, Q, B>,
): Endpoint => buildEndpoint(definition, 'identity')

/** Builds an endpoint for everyone, rate limited by address. */
export const publicEndpoint = <
  const R extends Route,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>(
  definition: Definition<object, R, Q, B>,
): Endpoint => buildEndpoint(definition, 'public')

type Writes = Exclude<Route, `GET ${string}`>

/** Like `identityEndpoint`, with an `act` that is never repeated. */
export const identityEffectEndpoint = <
  const R extends Writes,
  E,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>(
  definition: EffectDefinition<{ caller: SignedIn }, R, Q, B, E>,
): Endpoint => buildEndpoint(definition, 'identity')

/** Like `endpoint`, for work with an effect outside: `act` is never repeated, unlike `run`. */
export const effectEndpoint = <
  const R extends Writes,
  E,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>(
  definition: EffectDefinition<InTenant, R, Q, B, E> & { scope: Scope },
): Endpoint => buildEndpoint(definition, definition.scope)

/** Like `publicEndpoint`, with an `act` that is never repeated. */
export const publicEffectEndpoint = <
  const R extends Writes,
  E,
  Q extends TProperties = TProperties,
  B extends TSchema | undefined = undefined,
>(
  definition: EffectDefinition<object, R, Q, B, E>,
): Endpoint => buildEndpoint(definition, 'public')

interface ListDefinition<C, R extends Route, Q extends TProperties>
  extends Omit<Definition<C, R, Q, undefined>, 'run' | 'returns' | 'body'> {
  of: Resource
  itemsPerPage: number
  /** Notifications call the size of a page `limit`. */
  sizeName?: 'itemsPerPage' | 'limit'
  run(app: App, request: Request<R, Q, undefined> & C & { page: Page }): Promise<Members<unknown>>
}

interface AnyListDefinition extends Described {
  of: Resource
  itemsPerPage: number
  sizeName?: 'itemsPerPage' | 'limit'
  run(app: App, request: AnyRequest & { page: Page }): Promise<Members<unknown>>
}

const buildListEndpoint = (
  { of, itemsPerPage, sizeName = 'itemsPerPage', run, ...described }: AnyListDefinition,
  access: Access,
): Endpoint => {
  const parameters = [...Object.keys(described.query ?? {}), 'page', sizeName]
  const collection = { of, sizeName, size: itemsPerPage }
  const runList: Work['run'] = async (using, request) => {
    const { page, [sizeName]: size, ...filters } = request.query
    const asked = { page: Number(page), itemsPerPage: Number(size) }
    const members = await run(using, { ...request, query: filters, page: asked })
    return presentCollection(of, { ...asked, path: request.path, query: request.given, parameters }, members)
  }
  return buildEndpoint({ ...described, collection, run: runList }, access)
}

/** Builds an endpoint that answers with a page of a tenant's collection. */
export const listEndpoint = <const R extends Route, Q extends TProperties = TProperties>(
  definition: ListDefinition<InTenant, R, Q> & { scope: Scope },
): Endpoint => buildListEndpoint(definition, definition.scope)

/** Builds an endpoint that answers with a page of a collection of the signed-in caller. */
export const identityListEndpoint = <const R extends Route, Q extends TProperties = TProperties>(
  definition: ListDefinition<{ caller: SignedIn }, R, Q>,
): Endpoint => buildListEndpoint(definition, 'identity')
