import { ConnectorError, type Shop, type ShopInfo } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { memoizePerShop } from '../memoize-per-shop.ts'
import { parseObject, readText } from '../reading.ts'
import { requireJson, requireList } from '../refusal.ts'
import type { RemoteChannel } from '../remote-channel.ts'
import { askInSession } from '../session.ts'
import type { ShopAnswer } from '../shop-http.ts'
import { isDenied, login, post, requireData } from './session.ts'

const PROBE = '{ activeChannel { code token defaultCurrencyCode defaultLanguageCode } }'

/** Returns the JSON of an answer; one with status 400 contains the errors of an invalid document. */
const readBody = (answer: ShopAnswer) =>
  answer.status === 400 && answer.json !== undefined ? answer.json : requireJson(answer)

type Headers = Readonly<Record<string, string>>

/** Sends a document with the API key or in a session. */
const askOutsideChannel = async (
  shop: Shop,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  channel: Headers,
  isRepeatable = true,
): Promise<Record<string, unknown>> => {
  const send = async (headers: Headers, document: string, given = {}) =>
    readBody(await post(shop, document, given, { ...headers, ...channel }, isRepeatable))
  // A denial may mean an expired session or a missing permission; every valid session may run the probe.
  const isUnknown = async (json: unknown, headers: Headers) => isDenied(json) && isDenied(await send(headers, PROBE))
  const { api_key: key } = shop.credentials
  let json: unknown
  if (key) {
    const headers = { 'vendure-api-key': key }
    json = await send(headers, query, variables)
    if (await isUnknown(json, headers)) throw new ConnectorError('AUTH_FAILED', 'The shop rejected the credentials.')
  } else
    json = await askInSession(shop, {
      signIn: async () => JSON.stringify(await login(shop)),
      send: (session) => send(JSON.parse(session), query, variables),
      isRefused: (answer, session) => isUnknown(answer, JSON.parse(session)),
    })
  if (isDenied(json))
    throw new ConnectorError('INSUFFICIENT_SCOPE', 'The role of the user or API key has no permission for this.')
  return requireData(json)
}

const CHANNELS = `query Channels($take: Int!) { channels(options: { take: $take }) { items {
  code token defaultLanguageCode availableLanguageCodes defaultCurrencyCode availableCurrencyCodes } } }`
const MAX_CHANNELS = 100

const readChannels = async (shop: Shop): Promise<unknown[]> => {
  const { channels } = await askOutsideChannel(shop, CHANNELS, { take: MAX_CHANNELS }, {})
  return requireList(readPath(channels, 'items'))
}

const findChannelToken = async (shop: Shop, code: string): Promise<string> => {
  const channel = (await readChannels(shop)).find((each) => readPath(each, 'code') === code)
  const token = readText(readPath(channel, 'token'))
  if (!token) throw new ConnectorError('INVALID_CONFIG', 'The shop has no channel with this channel_code.')
  return token
}

/** Returns the token of the connection's channel; undefined for the default channel of the shop. */
export const readChannelToken = memoizePerShop(async (shop): Promise<string | undefined> => {
  const { channel_token: token } = shop.credentials
  const { channel_code: code } = shop.config
  return token || !code ? token : await findChannelToken(shop, code)
})

/** Sends a document within the connection's channel. */
export const askShop = async (
  shop: Shop,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  isRepeatable = true,
) => {
  const token = await readChannelToken(shop)
  return await askOutsideChannel(shop, query, variables, token ? { 'vendure-token': token } : {}, isRepeatable)
}

/** Sends a document that must not be repeated, such as a creation. */
export const askOnce = (shop: Shop, query: string, variables: Readonly<Record<string, unknown>>) =>
  askShop(shop, query, variables, false)

export const test = async (shop: Shop): Promise<ShopInfo> => {
  const { activeChannel } = await askShop(shop, PROBE)
  const wanted = await readChannelToken(shop)
  // A shop with a single channel ignores the token.
  if (wanted && readPath(activeChannel, 'token') !== wanted)
    throw new ConnectorError('INVALID_CONFIG', 'The shop has no channel with this token.')
  await askShop(shop, '{ orders(options: { take: 1 }) { totalItems } }')
  const { code, defaultCurrencyCode, defaultLanguageCode } = parseObject(activeChannel)
  const info = {
    channel: readText(code),
    currency: readText(defaultCurrencyCode),
    locale: readText(defaultLanguageCode),
  }
  return Object.fromEntries(Object.entries(info).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

const DEFAULT_CODE = '__default_channel__'

const readTexts = (values: unknown) => (Array.isArray(values) ? values.flatMap((value) => readText(value) ?? []) : [])

export const discover = async (shop: Shop): Promise<RemoteChannel[]> =>
  (await readChannels(shop)).flatMap((channel) => {
    const { code, defaultLanguageCode, availableLanguageCodes, defaultCurrencyCode, availableCurrencyCodes } =
      parseObject(channel)
    const key = readText(code)
    if (!key) return []
    return {
      code: key,
      name: key === DEFAULT_CODE ? 'Default' : key,
      enabled: true,
      locales: readTexts(availableLanguageCodes),
      defaultLocale: readText(defaultLanguageCode),
      currencies: readTexts(availableCurrencyCodes),
      defaultCurrency: readText(defaultCurrencyCode),
    }
  })
