import { randomBytes } from 'node:crypto'
import { ConnectorError, type Shop, type ShopInfo } from '../connector.ts'
import { memoizePerShop } from '../memoize-per-shop.ts'
import { parseObject, readText } from '../reading.ts'
import { buildUnreadableError, requireJson, toRefusal } from '../refusal.ts'
import type { RemoteChannel } from '../remote-channel.ts'
import type { ShopAnswer, ShopRequest } from '../shop-http.ts'
import { signUrl } from './oauth1.ts'

export interface Call extends Pick<ShopRequest, 'method' | 'json' | 'isRepeatable'> {
  query?: Readonly<Record<string, string>>
  /** Namespace of an extension; the default is WooCommerce's own. */
  namespace?: string
}

const authorized = ({ credentials, http }: Shop, method: string, url: string) => {
  const { consumer_key: key = '', consumer_secret: secret = '' } = credentials
  if (url.startsWith('https:'))
    return { url, headers: { authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}` } }
  const timestamp = Math.floor(http.now().getTime() / 1000)
  return { url: signUrl(method, url, { key, secret, nonce: randomBytes(12).toString('hex'), timestamp }) }
}

const refusal = (answer: ShopAnswer): ConnectorError => {
  const { code, message } = parseObject(answer.json)
  const lacksPermission =
    code === 'woocommerce_rest_authentication_error' && /permission/i.test(readText(message) ?? '')
  if (answer.status === 401 && lacksPermission)
    return new ConnectorError(
      'INSUFFICIENT_SCOPE',
      'The key has no permission for this. It needs read and write access.',
    )
  if (answer.status === 400 && code === 'rest_invalid_param')
    return new ConnectorError(
      'INVALID_CONFIG',
      'The shop does not know a parameter of the request, such as a status filter.',
    )
  if (answer.status === 404 && code !== undefined)
    return new ConnectorError(
      'STORE_NOT_FOUND',
      'WooCommerce does not answer at the store URL. Check the permalink settings of the site.',
    )
  return toRefusal(answer)
}

const send = async (shop: Shop, path: string, call: Call): Promise<ShopAnswer> => {
  const { method = 'GET', json, query = {}, isRepeatable, namespace = 'wc/v3' } = call
  const url = new URL(`${shop.credentials.store_url}/wp-json/${namespace}${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return await shop.http.send({
    method,
    ...authorized(shop, method, url.href),
    ...(json !== undefined && { json }),
    ...(isRepeatable !== undefined && { isRepeatable }),
  })
}

const isMissingRoute = ({ json }: ShopAnswer) => parseObject(json).code === 'rest_no_route'

/** Requests a resource of `/wc/v3`. Throws unless the answer is successful or has the status `also`. */
export const askShop = async (shop: Shop, path: string, call: Call = {}, also?: number): Promise<ShopAnswer> => {
  const answer = await send(shop, path, call)
  // A missing route means that the platform is missing, not the resource.
  if (answer.status !== also || answer.json === undefined || isMissingRoute(answer)) requireJson(answer, refusal)
  return answer
}

/** Requests an order; undefined if WooCommerce itself says that there is none, since other parts of a site answer 404, too. */
export const askForOrder = async (shop: Shop, id: string): Promise<unknown> => {
  const answer = await send(shop, `/orders/${id}`, {})
  const isMissing = answer.status === 404 && parseObject(answer.json).code === 'woocommerce_rest_shop_order_invalid_id'
  return isMissing ? undefined : requireJson(answer, refusal)
}

/** Requests a resource that only some shops have; undefined if this one has no such route. */
export const askIfPresent = async (shop: Shop, path: string, call: Call = {}): Promise<unknown> => {
  const answer = await send(shop, path, call)
  return answer.status === 404 && isMissingRoute(answer) ? undefined : requireJson(answer, refusal)
}

/** Returns the public description of the site. */
const readSite = async ({ credentials, http }: Shop) => {
  const url = `${credentials.store_url}/wp-json/?_fields=name,url,namespaces`
  const answer = await http.send({ url })
  // Some sites show it to signed-in users only.
  if (answer.json !== undefined && (answer.status === 401 || answer.status === 403)) return {}
  const site = parseObject(requireJson(answer))
  if (!Array.isArray(site.namespaces) || !site.namespaces.includes('wc/v3'))
    throw new ConnectorError('STORE_NOT_FOUND', 'There is no WooCommerce at the store URL.')
  return site
}

/** Returns an empty object if the key has no permission. */
const ifAllowed = async (asked: Promise<ShopAnswer>) => {
  try {
    return parseObject((await asked).json)
  } catch (error) {
    if (error instanceof ConnectorError && (error.code === 'INSUFFICIENT_SCOPE' || error.code === 'AUTH_FAILED'))
      return {}
    throw error
  }
}

export const test = async (shop: Shop): Promise<ShopInfo> => {
  const { name, url } = await readSite(shop)
  await askShop(shop, '/orders', { query: { per_page: '1', _fields: 'id' } })
  const { code } = await ifAllowed(askShop(shop, '/data/currencies/current'))
  const info = { name: readText(name), url: readText(url, 500), currency: readText(code) }
  return Object.fromEntries(Object.entries(info).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

/** Returns the currency of the shop's prices. */
export const readCurrency = memoizePerShop(async (shop) => {
  const { code } = parseObject((await askShop(shop, '/data/currencies/current')).json)
  if (typeof code !== 'string' || !/^[A-Z]{3}$/.test(code)) throw buildUnreadableError()
  return code
})

const readSetting = async (shop: Shop, path: string): Promise<string | null> => {
  const answer = await send(shop, `/settings/${path}`, {})
  // Keys of some roles may read no settings, and plugins remove some.
  if (answer.json === undefined || [401, 403, 404].includes(answer.status)) return null
  return readText(parseObject(requireJson(answer, refusal)).value)
}

/** Returns the currency of the shop's prices and whether they contain tax, which nothing says in a shop without taxes. */
export const readPrices = memoizePerShop(async (shop) => {
  const [currency, taxes, included] = await Promise.all([
    readCurrency(shop),
    readSetting(shop, 'general/woocommerce_calc_taxes'),
    readSetting(shop, 'tax/woocommerce_prices_include_tax'),
  ])
  const isKnown = taxes === 'yes' && (included === 'yes' || included === 'no')
  return { currency, includesTax: isKnown ? included === 'yes' : null }
})

/** Returns the units of the shop's measures. */
export const readUnits = memoizePerShop(async (shop) => {
  const [weight, length] = await Promise.all([
    readSetting(shop, 'products/woocommerce_weight_unit'),
    readSetting(shop, 'products/woocommerce_dimension_unit'),
  ])
  return { weight, length }
})

/** A WooCommerce site has exactly one channel. */
export const discover = async (shop: Shop): Promise<RemoteChannel[]> => {
  const { name } = await readSite(shop)
  const { json } = await askShop(shop, '/system_status', { query: { _fields: 'environment,settings' } })
  const { environment, settings } = parseObject(json)
  const locale = readText(parseObject(environment).language)
  const currency = readText(parseObject(settings).currency)
  return [
    {
      code: 'default',
      name: readText(name) ?? 'default',
      enabled: true,
      locales: locale ? [locale] : [],
      defaultLocale: locale,
      currencies: currency ? [currency] : [],
      defaultCurrency: currency,
    },
  ]
}
