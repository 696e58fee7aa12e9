import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { PAGE_KINDS } from '../../lib/pages/kinds/page-kinds.ts'
import { STEPS } from '../../lib/pages/steps.ts'
import { signAccessToken } from '../../lib/platform/access/access-token.ts'
import { listScopesOfRole } from '../../lib/platform/access/scopes.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { Remaining } from '../../lib/platform/deadline.ts'
import type { Answer } from '../../lib/platform/http/call.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import type { LocalFunction } from '../../local/gateway/local-function.ts'
import { makeRoutes } from '../../local/gateway/routes.ts'
import type { Role } from '../../schemas/roles.ts'
import { checkingTopics } from './emitted-topics.ts'

type Handler = (event: APIGatewayProxyEventV2, context?: Remaining) => Promise<Answer>

interface Api {
  handler: Handler
  endpoints: Readonly<Record<string, { route: string }>>
}

/** First segments of the addresses of pages, as the gateway's routes name them. */
const PAGES: ReadonlySet<string | undefined> = new Set([
  ...['pages', 'sign-in', 'custodian-wizard'],
  ...Object.keys(STEPS),
  ...Object.keys(PAGE_KINDS).map((path) => path.split('/')[0]),
])

/** Finds the module whose Lambda the gateway calls for this path. */
const findApi = async (path: string): Promise<Api> => {
  const [, root, name] = path.split('/')
  const area =
    root === 'api'
      ? name === 'v1' || name === 'auth'
        ? 'iam'
        : name
      : root === 'auth' || root === '.well-known'
        ? 'iam'
        : root === 'hooks' && name === 'custodians'
          ? 'warehousing'
          : root === 'hooks' || root === 'oauth'
            ? 'sales'
            : root === 'track'
              ? 'shipping'
              : PAGES.has(root)
                ? 'pages'
                : 'docs'
  const modules: Record<string, () => Promise<unknown>> = {
    iam: () => import('../../functions/iam/api.ts'),
    partner: () => import('../../functions/partner/api.ts'),
    warehousing: () => import('../../functions/warehousing/api.ts'),
    notification: () => import('../../functions/notification/api.ts'),
    catalog: () => import('../../functions/catalog/api.ts'),
    'data-exchange': () => import('../../functions/data-exchange/api.ts'),
    inventory: () => import('../../functions/inventory/api.ts'),
    fulfilment: () => import('../../functions/fulfilment/api.ts'),
    sales: () => import('../../functions/sales/api.ts'),
    shipping: () => import('../../functions/shipping/api.ts'),
    billing: () => import('../../functions/billing/api.ts'),
    document: () => import('../../functions/document/api.ts'),
    storage: () => import('../../functions/storage/api.ts'),
    configuration: () => import('../../functions/configuration/api.ts'),
    audit: () => import('../../functions/audit/api.ts'),
    workspace: () => import('../../functions/workspace/api.ts'),
    pages: () => import('../../functions/pages/api.ts'),
  }
  const load = modules[area ?? ''] ?? (() => import('../../functions/docs/api.ts'))
  return (await load()) as Api
}

export const findModule = async (path: string): Promise<Handler> => (await findApi(path)).handler

const finders = new WeakMap<Api['endpoints'], ReturnType<typeof makeRoutes>>()

/** Returns the name of the operation that answers a request. */
const findOperation = ({ endpoints }: Api, method: string, path: string): string => {
  const operations = Object.entries(endpoints).map(([name, { route }]) => ({ name, routes: [route] }) as LocalFunction)
  const find = finders.get(endpoints) ?? makeRoutes(operations)
  finders.set(endpoints, find)
  return find(method, path)?.target.name ?? 'an unknown operation'
}

export interface Sent {
  headers?: Record<string, string>
  /** Body; text is sent unchanged, other values as JSON. */
  body?: unknown
  from?: string
  /** Members of the gateway's event that replace the usual ones. */
  event?: object
  /** Context of the function, for a request whose time runs out. */
  context?: Remaining
}

export interface Received {
  status: number
  headers: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of an answer
  body: any
  text: string
}

export const gatewayEvent = (
  method: string,
  url: string,
  { headers = {}, body, from = '203.0.113.7', event }: Sent = {},
) => {
  const [rawPath = '', rawQueryString = ''] = url.split('?')
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
    requestContext: {
      requestId: 'gateway-request',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: from, userAgent: 'test' },
    },
    ...(text !== undefined && { body: text }),
    isBase64Encoded: false,
    ...event,
  } as unknown as APIGatewayProxyEventV2
}

/** Sends a request to the module's function as the gateway does. */
export const send = async (method: string, url: string, sent: Sent = {}): Promise<Received> => {
  const path = url.split('?')[0] as string
  const api = await findApi(path)
  const operation = findOperation(api, method, path)
  const {
    statusCode = 200,
    headers,
    body = '',
  } = await checkingTopics(operation, () => api.handler(gatewayEvent(method, url, sent), sent.context))
  const json = /json\b/.test(String(headers['Content-Type']))
  return {
    status: statusCode,
    headers: headers as Record<string, string>,
    body: json && body ? JSON.parse(body) : body,
    text: body,
  }
}

export const client = (token?: string) => {
  const call =
    (method: string) =>
    (url: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(method, url, { body, headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers } })
  return {
    get: (url: string, headers?: Record<string, string>) => call('GET')(url, undefined, headers),
    delete: call('DELETE'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    token,
  }
}

export interface Member extends ReturnType<typeof client> {
  identity: Id
  tenant: Id
}

/** Creates a signed-in member with a role, in a new tenant unless one is given. */
export const aMember = async ({
  tenant = newId(new Date()),
  role = 'owner',
  scopes,
}: {
  tenant?: Id
  role?: Role
  scopes?: readonly string[]
} = {}): Promise<Member> => {
  const identity = newId(new Date())
  const token = await signAccessToken(app(), {
    identity,
    session: newId(new Date()),
    tenant,
    scopes: scopes ?? listScopesOfRole(role),
  })
  return { ...client(token), identity, tenant }
}

/** Signs a member in again with the rights of an owner, because no session lasts for a long day. */
export const signInAgain = async (member: Member): Promise<void> => {
  const { identity, tenant } = member
  const claims = { identity, tenant, session: newId(new Date()), scopes: listScopesOfRole('owner') }
  Object.assign(member, client(await signAccessToken(app(), claims)))
}

/** Creates a service account of the member's tenant, of which the member is the sponsor. */
export const aProgramOf = async (
  { tenant, identity }: Member,
  scopes: readonly string[] = listScopesOfRole('admin'),
) => {
  const [program, now] = [newId(new Date()), app().clock()]
  const sponsor = { identity, membership: newId(now) }
  const endsAt = Math.floor(now.getTime() / 1000) + 900
  const serviceAccount = { sponsor, networks: [], endsAt }
  const token = await signAccessToken(app(), { identity: program, session: newId(now), tenant, scopes, serviceAccount })
  return { ...client(token), identity: program, tenant }
}
