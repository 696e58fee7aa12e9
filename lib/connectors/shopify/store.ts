import { ConnectorError, type RemoteChannel, type Store, type StoreInfo } from '../connector.ts'
import { listErrorCodes, readPath } from '../graphql.ts'
import type { StoreAnswer } from '../http.ts'
import { parseObject, readText } from '../reading.ts'
import { requireJson, requireList } from '../refusal.ts'

const VERSION = '2026-10'
const THROTTLED = 'THROTTLED'

/** Seconds until the shop's bucket holds what the request costs. */
const getThrottleSeconds = ({ json }: StoreAnswer): number | undefined => {
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
    return new ConnectorError(
      'INSUFFICIENT_SCOPE',
      'The app may not do this; it lacks a scope or access to customer data.',
    )
  if (code === 'SHOP_INACTIVE') return new ConnectorError('STORE_UNAVAILABLE', 'The shop is not active.')
  return new ConnectorError('UPSTREAM_ERROR', 'The shop answered with an error.')
}

const getToken = async ({ credentials, token }: Store, refused?: string) => {
  if (credentials.access_token) return credentials.access_token
  if (token) return await token(refused)
  throw new ConnectorError('AUTH_FAILED', 'The shop has not authorised the app yet; reconnect the channel.')
}

interface Asking {
  variables?: Record<string, unknown>
  isRepeatable?: boolean
}

/** What the shop answers to a GraphQL document. */
export const ask = async (store: Store, query: string, { variables = {}, isRepeatable = true }: Asking = {}) => {
  const send = (token: string) =>
    store.http.send({
      method: 'POST',
      url: `${store.credentials.store_url}/admin/api/${VERSION}/graphql.json`,
      headers: { 'x-shopify-access-token': token },
      json: { query, variables },
      isRepeatable,
      throttled: getThrottleSeconds,
    })
  const token = await getToken(store)
  let answer = await send(token)
  // A token may end before its time; one that was given by hand has no successor.
  if (answer.status === 401 && !store.credentials.access_token) answer = await send(await getToken(store, token))
  const json = requireJson(answer)
  const refusal = findRefusal(json)
  if (refusal) throw refusal
  return parseObject(parseObject(json).data)
}

const TEST = `query ConnTest {
  shop { name myshopifyDomain currencyCode ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
}`

export const test = async (store: Store): Promise<StoreInfo> => {
  const { shop, currentAppInstallation } = await ask(store, TEST)
  const scopes = requireList(readPath(currentAppInstallation, 'accessScopes')).map((scope) =>
    readText(readPath(scope, 'handle')),
  )
  if (!scopes.some((scope) => scope === 'read_orders' || scope === 'write_orders'))
    throw new ConnectorError('INSUFFICIENT_SCOPE', 'The app lacks the scope read_orders.')
  const { name, myshopifyDomain, currencyCode, ianaTimezone } = parseObject(shop)
  const told = { name, domain: myshopifyDomain, currency: currencyCode, timezone: ianaTimezone }
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, readText(value) ?? '']))
}

const SHOP =
  'shop { name myshopifyDomain currencyCode currencySettings(first: 250) { nodes { currencyCode enabled } } }'
const WITH_LOCALES = `query Discovery { ${SHOP} shopLocales { locale primary published } }`
const WITHOUT_LOCALES = `query Discovery { ${SHOP} }`

const askForLocales = async (store: Store) => {
  try {
    return await ask(store, WITH_LOCALES)
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'INSUFFICIENT_SCOPE') return await ask(store, WITHOUT_LOCALES)
    throw error
  }
}

/** A shop is one channel. */
export const discover = async (store: Store): Promise<RemoteChannel[]> => {
  const { shop, shopLocales = [] } = await askForLocales(store)
  const { name, myshopifyDomain, currencyCode, currencySettings } = parseObject(shop)
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
