import { notFound, Problem } from '../problem.ts'
import type { Answer, GatewayEvent } from './call.ts'
import { type Endpoint, publicEndpoint, reply } from './endpoint.ts'

type Endpoints = Readonly<Record<string, Endpoint>>

interface Param {
  name: string
  /** Index of the segment in the path. */
  place: number
  /** True if the parameter matches the whole rest of the path. */
  greedy: boolean
}

/** The operations of one address. */
interface Mount {
  methods: Map<string, Endpoint>
  params: readonly Param[]
}

interface Node {
  literals: Map<string, Node>
  param?: Node
  here?: Mount
  greedy?: Mount
}

interface Found extends Pick<Mount, 'methods'> {
  params: Record<string, string>
}

const createNode = (): Node => ({ literals: new Map() })

const listParams = (segments: readonly string[]): Param[] =>
  segments.flatMap((segment, place) => {
    const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? []
    return name ? [{ name, place, greedy: greedy === '+' }] : []
  })

const mountEndpoint = (root: Node, mounted: Endpoint): void => {
  const [method = '', path = ''] = mounted.route.split(' ')
  const segments = path.split('/').slice(1)
  const params = listParams(segments)
  const greedy = params.find((param) => param.greedy)
  let at = root
  for (const [place, segment] of segments.slice(0, greedy?.place).entries()) {
    const param = params.some((each) => each.place === place)
    const next = (param ? at.param : at.literals.get(segment)) ?? createNode()
    if (param) at.param = next
    else at.literals.set(segment, next)
    at = next
  }
  const mount = (greedy ? at.greedy : at.here) ?? { methods: new Map(), params }
  if (greedy) at.greedy = mount
  else at.here = mount
  mount.methods.set(method, mounted)
}

/** A literal segment is preferred to a parameter, and that to the rest of the path. */
const findMount = (at: Node, segments: readonly string[], from = 0): Mount | undefined => {
  const segment = segments[from]
  if (segment === undefined) return at.here
  const literal = at.literals.get(segment)
  return (
    (literal && findMount(literal, segments, from + 1)) ??
    (at.param && segment ? findMount(at.param, segments, from + 1) : undefined) ??
    (segment ? at.greedy : undefined)
  )
}

const decodeSegment = (segment: string) => {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Answers requests without an operation, after the same steps as all other requests. */
const unmounted = publicEndpoint({
  route: 'GET /{path+}',
  summary: 'List the methods that an address supports',
  async run(_app, { params }) {
    const { method, allow } = params as { method?: string; allow?: string }
    if (!allow) throw notFound()
    if (method !== 'OPTIONS')
      throw new Problem('METHOD_NOT_ALLOWED', `This address supports only ${allow}.`, { headers: { Allow: allow } })
    return reply(undefined, { status: 204, headers: { Allow: allow, ...buildPreflightHeaders(allow) } })
  },
})

const buildPreflightHeaders = (methods: string) => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-Match',
  'Access-Control-Max-Age': '7200',
})

/** Finds the endpoint of a method. HEAD has that of GET, unless the GET has an effect. */
const findEndpoint = ({ methods }: Found, method: string) => {
  const mounted = methods.get(method === 'HEAD' ? 'GET' : method)
  return method === 'HEAD' && mounted?.acts ? undefined : mounted
}

const listAllowedMethods = (found: Found) =>
  [...found.methods.keys(), ...(findEndpoint(found, 'HEAD') ? ['HEAD'] : []), 'OPTIONS'].join(', ')

const toUnmatchedEvent = (event: GatewayEvent, pathParameters: object) =>
  ({ ...event, pathParameters, rawQueryString: '' }) as GatewayEvent

/** Builds the handler of a function from its endpoints. */
export const createRouter = (endpoints: Endpoints) => {
  let root: Node | undefined
  const buildTree = () => {
    const made = createNode()
    for (const mounted of Object.values(endpoints)) mountEndpoint(made, mounted)
    return made
  }
  const find = (path: string): Found | undefined => {
    root ??= buildTree()
    const segments = path.split('/').slice(1).map(decodeSegment)
    if (!segments.every((each) => each !== undefined)) return undefined
    const mount = findMount(root, segments)
    if (!mount) return undefined
    const params: Record<string, string> = {}
    for (const { name, place, greedy } of mount.params)
      params[name] = greedy ? segments.slice(place).join('/') : (segments[place] ?? '')
    return { methods: mount.methods, params }
  }
  return async (event: GatewayEvent, context?: unknown): Promise<Answer> => {
    const { method } = event.requestContext.http
    const found = find(event.rawPath)
    const mounted = found && findEndpoint(found, method)
    const answer = await (mounted
      ? mounted.handler(Object.assign(event, { pathParameters: found.params }), context)
      : unmounted.handler(toUnmatchedEvent(event, { method, allow: found && listAllowedMethods(found) }), context))
    return method === 'HEAD' ? { ...answer, body: '' } : answer
  }
}
