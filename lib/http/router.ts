import { notFound, Problem } from '../problem.ts'
import type { Answer, GatewayEvent } from './call.ts'
import { type Endpoint, publicEndpoint, reply } from './endpoint.ts'

type Endpoints = Readonly<Record<string, Endpoint>>

interface Node {
  literals: Map<string, Node>
  name?: string
  param?: Node
  greedy?: { name: string; methods: Map<string, Endpoint> }
  methods: Map<string, Endpoint>
}

interface Found {
  methods: Map<string, Endpoint>
  params: Record<string, string>
}

const node = (): Node => ({ literals: new Map(), methods: new Map() })

const plant = (root: Node, mounted: Endpoint): void => {
  const [method = '', path = ''] = mounted.route.split(' ')
  let at = root
  for (const segment of path.split('/').slice(1)) {
    const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? []
    if (greedy) {
      at.greedy ??= { name: name as string, methods: new Map() }
      at.greedy.methods.set(method, mounted)
      return
    }
    if (name) {
      at.param ??= node()
      at = at.param
    } else {
      const next = at.literals.get(segment) ?? node()
      at.literals.set(segment, next)
      at = next
    }
  }
  at.methods.set(method, mounted)
}

const paramsOf = ({ route }: Endpoint, segments: readonly string[]): Record<string, string> => {
  const params: Record<string, string> = {}
  route
    .split(' ')[1]
    ?.split('/')
    .slice(1)
    .forEach((segment, i) => {
      const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? []
      if (name) params[name] = greedy ? segments.slice(i).join('/') : (segments[i] as string)
    })
  return params
}

/** A literal segment is preferred to a parameter, and that to the rest of the path. */
const walk = (at: Node, segments: readonly string[], from = 0): Map<string, Endpoint> | undefined => {
  const segment = segments[from]
  if (segment === undefined) return at.methods.size ? at.methods : undefined
  const literal = at.literals.get(segment)
  return (
    (literal && walk(literal, segments, from + 1)) ??
    (at.param && segment ? walk(at.param, segments, from + 1) : undefined) ??
    (segment ? at.greedy?.methods : undefined)
  )
}

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** What is answered where no operation is mounted; it goes the way of every request all the same. */
const unmounted = publicEndpoint({
  route: 'GET /{path+}',
  summary: 'The methods of an address, or that there is nothing',
  async run(_app, { params }) {
    const { method, allow } = params as { method?: string; allow?: string }
    if (!allow) throw notFound()
    if (method !== 'OPTIONS')
      throw new Problem('METHOD_NOT_ALLOWED', `This address takes ${allow}.`, { headers: { Allow: allow } })
    return reply(undefined, { status: 204, headers: { Allow: allow, ...preflight(allow) } })
  },
})

const preflight = (methods: string) => ({
  'Access-Control-Allow-Methods': methods,
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, If-Match',
  'Access-Control-Max-Age': '7200',
})

const allowed = ({ methods }: Found) => {
  const names = [...methods.keys()]
  return [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}

/** One Lambda's endpoints behind one handler. */
export const router = (endpoints: Endpoints) => {
  let root: Node | undefined
  const planted = () => {
    const made = node()
    for (const mounted of Object.values(endpoints)) plant(made, mounted)
    return made
  }
  const find = (path: string): Found | undefined => {
    root ??= planted()
    const segments = path.split('/').slice(1).map(decoded)
    if (segments.includes(undefined)) return undefined
    const methods = walk(root, segments as string[])
    const any = methods?.values().next().value
    return methods && any && { methods, params: paramsOf(any, segments as string[]) }
  }
  return async (event: GatewayEvent, context?: unknown): Promise<Answer> => {
    const { method } = event.requestContext.http
    const found = find(event.rawPath)
    const mounted = found?.methods.get(method === 'HEAD' ? 'GET' : method)
    if (mounted) {
      const answer = await mounted.handler({ ...event, pathParameters: found?.params ?? {} }, context)
      return method === 'HEAD' ? { ...answer, body: '' } : answer
    }
    const pathParameters = { method, allow: found && allowed(found) }
    return await unmounted.handler({ ...event, pathParameters, rawQueryString: '' } as GatewayEvent, context)
  }
}
