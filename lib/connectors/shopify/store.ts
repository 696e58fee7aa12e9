import { ConnectorError, type RemoteChannel, type Store, type StoreInfo } from '../connector.ts'
import { at, errorCodesIn } from '../graphql.ts'
import type { StoreAnswer } from '../http.ts'
import { objectIn, textOf } from '../reading.ts'
import { jsonOf, listIn } from '../refusal.ts'

const VERSION = '2026-10'
const THROTTLED = 'THROTTLED'

/** Seconds until the shop's bucket holds what the request costs. */
const throttled = ({ json }: StoreAnswer): number | undefined => {
  if (!errorCodesIn(json).includes(THROTTLED)) return undefined
  const cost = at(json, 'extensions', 'cost')
  const missing = Number(at(cost, 'requestedQueryCost')) - Number(at(cost, 'throttleStatus', 'currentlyAvailable'))
  const seconds = missing / Number(at(cost, 'throttleStatus', 'restoreRate'))
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0.1), 60) : 2
}

const refusalIn = (json: unknown): ConnectorError | undefined => {
  const [code] = errorCodesIn(json)
  if (code === undefined) return undefined
  if (code === 'ACCESS_DENIED')
    return new ConnectorError(
      'INSUFFICIENT_SCOPE',
      'The app may not do this; it lacks a scope or access to customer data.',
    )
  if (code === 'SHOP_INACTIVE') return new ConnectorError('STORE_UNAVAILABLE', 'The shop is not active.')
  return new ConnectorError('UPSTREAM_ERROR', 'The shop answered with an error.')
}

const tokenOf = async ({ credentials, token }: Store, refused?: string) => {
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
      throttled,
    })
  const token = await tokenOf(store)
  let answer = await send(token)
  // A token may end before its time; one that was given by hand has no successor.
  if (answer.status === 401 && !store.credentials.access_token) answer = await send(await tokenOf(store, token))
  const json = jsonOf(answer)
  const refusal = refusalIn(json)
  if (refusal) throw refusal
  return objectIn(objectIn(json).data)
}

const TEST = `query ConnTest {
  shop { name myshopifyDomain currencyCode ianaTimezone }
  currentAppInstallation { accessScopes { handle } }
}`

export const test = async (store: Store): Promise<StoreInfo> => {
  const { shop, currentAppInstallation } = await ask(store, TEST)
  const scopes = listIn(at(currentAppInstallation, 'accessScopes')).map((scope) => textOf(at(scope, 'handle')))
  if (!scopes.some((scope) => scope === 'read_orders' || scope === 'write_orders'))
    throw new ConnectorError('INSUFFICIENT_SCOPE', 'The app lacks the scope read_orders.')
  const { name, myshopifyDomain, currencyCode, ianaTimezone } = objectIn(shop)
  const told = { name, domain: myshopifyDomain, currency: currencyCode, timezone: ianaTimezone }
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, textOf(value) ?? '']))
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
  const { name, myshopifyDomain, currencyCode, currencySettings } = objectIn(shop)
  const texts = (values: unknown[], member: string) => values.flatMap((value) => textOf(at(value, member)) ?? [])
  const locales = listIn(shopLocales)
  const currencies = listIn(at(currencySettings, 'nodes')).filter((each) => at(each, 'enabled') === true)
  const defaultCurrency = textOf(currencyCode)
  return [
    {
      code: textOf(myshopifyDomain) ?? 'online_store',
      name: textOf(name) ?? 'Shop',
      enabled: true,
      locales: texts(
        locales.filter((each) => at(each, 'published') === true),
        'locale',
      ),
      defaultLocale:
        texts(
          locales.filter((each) => at(each, 'primary') === true),
          'locale',
        )[0] ?? null,
      currencies: [...new Set([...(defaultCurrency ? [defaultCurrency] : []), ...texts(currencies, 'currencyCode')])],
      defaultCurrency,
    },
  ]
}
