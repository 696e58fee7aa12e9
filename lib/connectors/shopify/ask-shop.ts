import { ConnectorError, type Shop, type ShopInfo } from '../connector.ts'
import { listErrorCodes, readPath } from '../graphql.ts'
import { parseObject, readText } from '../reading.ts'
import { requireJson, requireList } from '../refusal.ts'
import type { RemoteChannel } from '../remote-channel.ts'
import type { ShopAnswer } from '../shop-http.ts'

const VERSION = '2026-10'
const THROTTLED = 'THROTTLED'

/** Returns seconds until the rate limit of the shop allows a request of this cost. */
const getThrottleSeconds = ({ json }: ShopAnswer): number | undefined => {
  if (!listErrorCodes(json).includes(THROTTLED)) return undefined
  const cost = readPath(json, 'extensions', 'cost')
  const missing =
    Number(readPath(cost, 'requestedQueryCost')) - Number(readPath(cost, 'throttleStatus', 'currentlyAvailable'))
  const seconds = missing / Number(readPath(cost, 'throttleStatus', 'restoreRate'))
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0.1), 60) : 2
}

const findRefusal = (json: unknown): ConnectorError | undefined => {
  const [code] = listErrorCodes(json)
  if (code === undefined) return undefined
  if (code === 'ACCESS_DENIED')
    return new ConnectorError('INSUFFICIENT_SCOPE', 'The app lacks a scope or the access to customer data.')
  if (code === 'SHOP_INACTIVE') return new ConnectorError('STORE_UNAVAILABLE', 'The shop is not active.')
  return new ConnectorError('UPSTREAM_ERROR', 'The shop answered with an error.')
}

const getToken = async ({ credentials, token }: Shop, rejected?: string) => {
  if (credentials.access_token) return credentials.access_token
  if (token) return await token(rejected)
  throw new ConnectorError('AUTH_FAILED', 'The shop has not authorized the app yet. Reconnect the channel.')
}

interface AskOptions {
  variables?: Record<string, unknown>
  isRepeatable?: boolean
}

/** Sends a GraphQL document and returns its data. */
export const askShop = async (shop: Shop, query: string, { variables = {}, isRepeatable = true }: AskOptions = {}) => {
  const send = (token: string) =>
    shop.http.send({
      method: 'POST',
      url: `${shop.credentials.store_url}/admin/api/${VERSION}/graphql.json`,
      headers: { 'x-shopify-access-token': token },
      json: { query, variables },
      isRepeatable,
      throttled: getThrottleSeconds,
    })
  const token = await getToken(shop)
  let answer = await send(token)
  // A token may be revoked early; a token of the merchant's own app cannot be refreshed.
  if (answer.status === 401 && !shop.credentials.access_token) answer = await send(await getToken(shop, token))
  const json = requireJson(answer)
  const refusal = findRefusal(json)
  if (refusal) throw refusal
  return parseObject(parseObject(json).data)
}

const TEST = `query ConnTest {
  shop { name myshopifyDomain currencyCode ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
}`

const SCOPES = 'query Scopes { currentAppInstallation { accessScopes { handle } } }'

/** Tells whether the merchant lets the app see orders older than sixty days. */
export const showsAllOrders = async (shop: Shop): Promise<boolean> => {
  const scopes = requireList(readPath(await askShop(shop, SCOPES), 'currentAppInstallation', 'accessScopes'))
  return scopes.some((scope) => readPath(scope, 'handle') === 'read_all_orders')
}

/** Scopes without which the shop answers no query of orders, because it refuses a query as a whole. */
const NEEDED_FOR_ORDERS = ['orders', 'customers', 'products']

export const test = async (shop: Shop): Promise<ShopInfo> => {
  const { shop: details, currentAppInstallation } = await askShop(shop, TEST)
  const scopes = requireList(readPath(currentAppInstallation, 'accessScopes')).map((scope) =>
    readText(readPath(scope, 'handle')),
  )
  const missing = NEEDED_FOR_ORDERS.filter((of) => !scopes.includes(`read_${of}`) && !scopes.includes(`write_${of}`))
  if (missing.length) {
    const names = missing.map((of) => `read_${of}`).join(', ')
    throw new ConnectorError('INSUFFICIENT_SCOPE', `The app lacks these scopes: ${names}.`)
  }
  const { name, myshopifyDomain, currencyCode, ianaTimezone } = parseObject(details)
  const info = { name, domain: myshopifyDomain, currency: currencyCode, timezone: ianaTimezone }
  return Object.fromEntries(Object.entries(info).map(([key, value]) => [key, readText(value) ?? '']))
}

const SHOP =
  'shop { name myshopifyDomain currencyCode currencySettings(first: 250) { nodes { currencyCode enabled } } }'
const WITH_LOCALES = `query Discovery { ${SHOP} shopLocales { locale primary published } }`
const WITHOUT_LOCALES = `query Discovery { ${SHOP} }`

const askForLocales = async (shop: Shop) => {
  try {
    return await askShop(shop, WITH_LOCALES)
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'INSUFFICIENT_SCOPE')
      return await askShop(shop, WITHOUT_LOCALES)
    throw error
  }
}

/** A shop has exactly one channel. */
export const discover = async (shop: Shop): Promise<RemoteChannel[]> => {
  const { shop: details, shopLocales = [] } = await askForLocales(shop)
  const { name, myshopifyDomain, currencyCode, currencySettings } = parseObject(details)
  const readTexts = (values: unknown[], member: string) =>
    values.flatMap((value) => readText(readPath(value, member)) ?? [])
  const locales = requireList(shopLocales)
  const currencies = requireList(readPath(currencySettings, 'nodes')).filter(
    (each) => readPath(each, 'enabled') === true,
  )
  const defaultCurrency = readText(currencyCode)
  return [
    {
      code: readText(myshopifyDomain) ?? 'online_store',
      name: readText(name) ?? 'Shop',
      enabled: true,
      locales: readTexts(
        locales.filter((each) => readPath(each, 'published') === true),
        'locale',
      ),
      defaultLocale:
        readTexts(
          locales.filter((each) => readPath(each, 'primary') === true),
          'locale',
        )[0] ?? null,
      currencies: [
        ...new Set([...(defaultCurrency ? [defaultCurrency] : []), ...readTexts(currencies, 'currencyCode')]),
      ],
      defaultCurrency,
    },
  ]
}
