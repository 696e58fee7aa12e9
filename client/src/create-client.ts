import { type ClientOptions, createSend, type Send } from './create-send.ts'
import type { Modules } from './generated/modules.ts'
import { ROUTES } from './generated/routes.ts'
import { type CursorPage, iterateByCursor, iterateMembers } from './iterate-members.ts'
import { nameIterator } from './name-iterator.ts'
import {
  type DryRunOptions,
  fillPath,
  makeIdempotencyKey,
  type Page,
  type PreparedRequest,
  type RepeatableChangeOptions,
  writeQuery,
} from './requests.ts'
import { findEtag, readResult } from './responses.ts'

/** A request to an operation that this version of the client has no method for. */
export interface AnyRequest extends RepeatableChangeOptions {
  query?: Readonly<Record<string, string | number | boolean | null | undefined>> | undefined
  /** Body, which is sent as JSON. */
  input?: unknown
}

export interface Client extends Modules {
  /** Sends any request, such as `request('GET', '/api/billing/invoices')`, and returns its parsed answer. */
  request(method: string, path: string, request?: AnyRequest): Promise<unknown>
}

interface Route {
  method: string
  path: string
  isPublic: boolean
  takesBody: boolean
  takesQuery: boolean
  takesKey: boolean
  takesDryRun: boolean
  /** Name of the query parameter for the size of a page; undefined unless it lists a collection. */
  sizeName: string | undefined
  /** True if a page names the next one by a cursor. */
  takesCursor: boolean
}

const readRoute = (route: string): Route => {
  const [method = '', path = '', ...marks] = route.split(' ')
  const has = (mark: string) => marks.includes(mark)
  return {
    method,
    path,
    isPublic: has('public'),
    takesBody: has('body'),
    takesQuery: has('query'),
    takesKey: has('key'),
    takesDryRun: has('dryRun'),
    sizeName: ['itemsPerPage', 'limit'].find(has),
    takesCursor: has('cursor'),
  }
}

const prepare = (
  method: string,
  path: string,
  input: unknown,
  { idempotencyKey, ifMatch }: RepeatableChangeOptions = {},
): PreparedRequest => ({
  method,
  path,
  ...(input !== undefined && { body: JSON.stringify(input), contentType: 'application/json' }),
  idempotencyKey,
  ifMatch: findEtag(ifMatch),
})

type Method = (...given: unknown[]) => unknown

/** Splits the arguments of a method: values of the path, then the body and the query if it has them, then options. */
const readArguments = ({ path, takesBody, takesQuery }: Route, given: readonly unknown[]) => {
  const rest = [...given]
  const values = rest.splice(0, path.split('{').length - 1)
  const input = takesBody ? rest.shift() : undefined
  const query = takesQuery ? (rest.shift() as Record<string, string> | undefined) : undefined
  return { values, input, query, options: (rest[0] ?? {}) as RepeatableChangeOptions & DryRunOptions }
}

const createMethods = (name: string, route: Route, send: Send): Record<string, Method> => {
  const run = async (...given: unknown[]) => {
    const { values, input, query, options } = readArguments(route, given)
    const key = route.takesKey ? { idempotencyKey: options.idempotencyKey ?? makeIdempotencyKey() } : {}
    const asked = { ...query, ...(route.takesDryRun && options.dryRun && { dryRun: true }) }
    const path = `${fillPath(route.path, values)}${writeQuery(asked)}`
    const request = { ...prepare(route.method, path, input, { ...options, ...key }), isPublic: route.isPublic }
    return readResult(await send(request, options))
  }
  const { sizeName } = route
  if (!sizeName) return { [name]: run }
  const iterate = (...given: unknown[]) => {
    const { values, query, options } = readArguments(route, given)
    const address = (cursor?: string) =>
      `${fillPath(route.path, values)}${writeQuery({ [sizeName]: 100, ...query, ...(cursor && { cursor }) })}`
    const read = async (path: string) =>
      readResult(await send({ method: 'GET', path, isPublic: route.isPublic }, options))
    return route.takesCursor
      ? iterateByCursor((cursor) => read(address(cursor)) as Promise<CursorPage<object>>)
      : iterateMembers(address(), (path) => read(path) as Promise<Page<object>>)
  }
  return { [name]: run, [nameIterator(name)]: iterate }
}

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** Creates a client, which has a method for each operation, by module and by what it works on. */
export const createClient = (options: ClientOptions): Client => {
  const send = createSend(options)
  const modules = mapValues(ROUTES, (groups) =>
    mapValues(groups, (routes) =>
      Object.assign({}, ...Object.entries(routes).map(([name, route]) => createMethods(name, readRoute(route), send))),
    ),
  )
  const request: Client['request'] = async (method, path, { query, input, ...rest } = {}) =>
    readResult(await send(prepare(method.toUpperCase(), `${path}${writeQuery(query)}`, input, rest), rest))
  return { ...(modules as unknown as Modules), request }
}
