import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ProviderSettings } from '../../lib/platform/app/config.ts'
import type { Running } from '../child.ts'
import { serve } from '../serve.ts'
import { AMAZON, amazonMarketplaces, amazonToken, approveAmazon } from './amazon.ts'
import { bolRetailer, bolToken } from './bol.ts'
import { type Book, type BookOptions, makeBook } from './books.ts'
import { approveFlexport, FLEXPORT, flexportProducts, flexportToken, flexportWarehouses } from './flexport.ts'
import { openIdProvider } from './openid.ts'
import { callbackPage, consentPage, signedInPage, startPage } from './pages.ts'
import { type Asked, Refused, type Said } from './request.ts'

export interface ProvidersOptions {
  port: number
  now?: () => number
  /** Public URLs of this server and the platform; without them nobody can sign in here. */
  signIn?: { url: string; platform: string }
  flexport?: Partial<BookOptions>
}

export interface Providers extends Running {
  books: Record<'amazon' | 'flexport' | 'bol', Book>
  /** All requests, the latest last. */
  asked: Asked[]
  /** If set, answers instead of the provider; false leaves the answer to the provider. */
  instead: ((asked: Asked, response: ServerResponse) => boolean | Promise<boolean>) | undefined
}

/** The configuration name of a provider and its URLs at this server. */
export const providerSettings = (
  url: string,
): Record<'fba_marketplace' | 'retailer_fbb' | 'freight_platform', ProviderSettings> => ({
  fba_marketplace: {
    ...AMAZON,
    authorizeUrl: `${url}/amazon/apps/authorize/consent`,
    tokenUrl: `${url}/amazon/auth/o2/token`,
    apiUrl: `${url}/amazon`,
  },
  freight_platform: {
    ...FLEXPORT,
    authorizeUrl: `${url}/flexport/oauth/authorize`,
    tokenUrl: `${url}/flexport/oauth/token`,
    apiUrl: `${url}/flexport`,
  },
  retailer_fbb: {
    clientId: '',
    clientSecret: '',
    authorizeUrl: '',
    tokenUrl: `${url}/bol/token`,
    apiUrl: `${url}/bol/retailer`,
  },
})

const page = (body: string): Said => ({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body })

type Approve = (asked: Asked, book: Book) => { to: string; with: Record<string, string> }

const consent = (provider: string, approve: Approve, asked: Asked, book: Book): Said => {
  const { to, with: given } = approve(asked, book)
  if (!URL.canParse(to)) throw new Refused(400, 'invalid_request', 'redirect_uri is no address')
  if (asked.query.get('approve') !== 'yes') return page(consentPage(provider, asked.query))
  const location = new URL(to)
  for (const [name, value] of Object.entries(given)) location.searchParams.set(name, value)
  return { status: 302, headers: { location: location.href } }
}

const answer = (asked: Asked, { amazon, flexport, bol }: Providers['books']): Said => {
  switch (`${asked.method} ${asked.path}`) {
    case 'GET /':
      return page(startPage())
    case 'GET /callback':
      return page(callbackPage(asked.query))
    // Accepts the webhooks of the demo tenant.
    case 'POST /webhooks':
      return { status: 204 }
    case 'GET /signed-in':
      return page(signedInPage())
    case 'GET /amazon/apps/authorize/consent':
      return consent('Amazon', approveAmazon, asked, amazon)
    case 'POST /amazon/auth/o2/token':
      return amazonToken(asked, amazon)
    case 'GET /amazon/sellers/v1/marketplaceParticipations':
      return amazonMarketplaces(asked, amazon)
    case 'GET /flexport/oauth/authorize':
      return consent('Flexport', approveFlexport, asked, flexport)
    case 'POST /flexport/oauth/token':
      return flexportToken(asked, flexport)
    case 'GET /flexport/products':
      return flexportProducts(asked, flexport)
    case 'POST /flexport/products/warehouse':
      return flexportWarehouses(asked, flexport)
    case 'POST /bol/token':
      return bolToken(asked, bol)
    case 'GET /bol/retailer/retailers/current':
      return bolRetailer(asked, bol)
    default:
      return { status: 404, body: { error: 'There is nothing here.' } }
  }
}

const askedOf = async (request: IncomingMessage): Promise<Asked> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local')
  const { method = 'GET', headers } = request
  return { method, path: pathname, query: searchParams, headers, body: await text(request) }
}

const send = (response: ServerResponse, { status, headers = {}, body }: Said) => {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
  response.end(body === undefined || typeof body === 'string' ? body : JSON.stringify(body))
}

/** Starts the sign-in of a user of an application with a provider. */
const beginSignIn = async ({ url, platform }: { url: string; platform: string }): Promise<Said> => {
  const response = await fetch(`${platform}/api/iam/auth/external/oidc/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ returnUri: `${url}/signed-in` }),
  })
  const { authorizationUrl, ...problem } = (await response.json()) as { authorizationUrl?: string }
  return authorizationUrl
    ? { status: 302, headers: { location: authorizationUrl } }
    : { status: response.status, body: problem }
}

/** Simulates the providers of the custodian wizard as strictly as the real ones. */
export const startProviders = async ({
  port,
  now = Date.now,
  signIn,
  flexport,
}: ProvidersOptions): Promise<Providers> => {
  const books = {
    amazon: makeBook({ now, accessSeconds: 3600, refresh: 'same', prefixes: { access: 'Atza|', refresh: 'Atzr|' } }),
    flexport: makeBook({ now, accessSeconds: null, refresh: 'none', ...flexport }),
    bol: makeBook({ now, accessSeconds: 299, refresh: 'none' }),
  }
  const openId = signIn && openIdProvider(signIn.url, `${signIn.platform}/auth/external/oidc/callback`)
  const server = await serve(async (request, response) => {
    if (openId?.serves(request)) return await openId.answer(request, response)
    const asked = await askedOf(request)
    providers.asked.push(asked)
    if (providers.asked.length > 1000) providers.asked.shift()
    if (await providers.instead?.(asked, response)) return
    try {
      const isSignIn = signIn && asked.method === 'GET' && asked.path === '/sign-in'
      send(response, isSignIn ? await beginSignIn(signIn) : answer(asked, books))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      send(response, error.said)
    }
  }, port)
  const providers: Providers = {
    url: server.url,
    books,
    asked: [],
    instead: undefined,
    stop: server.stop,
  }
  return providers
}
