import { ConnectorError, type RemoteChannel, type Store, type StoreInfo } from '../connector.ts'
import { at } from '../graphql.ts'
import type { StoreAnswer } from '../http.ts'
import { oncePerStore } from '../once.ts'
import { objectIn, textOf } from '../reading.ts'
import { jsonOf, listIn } from '../refusal.ts'
import { askInSession } from '../session.ts'
import { dataIn, isDenied, login, post } from './session.ts'

const PROBE = '{ activeChannel { code token defaultCurrencyCode defaultLanguageCode } }'

/** A document that the store does not understand comes with a status of 400 and says so in its errors. */
const bodyOf = (answer: StoreAnswer) =>
  answer.status === 400 && answer.json !== undefined ? answer.json : jsonOf(answer)

type Headers = Readonly<Record<string, string>>

/** Asks in the name of the connection: with its API key, or in a session. */
const askIn = async (
  store: Store,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  channel: Headers,
  isRepeatable = true,
): Promise<Record<string, unknown>> => {
  const send = async (headers: Headers, document: string, given = {}) =>
    bodyOf(await post(store, document, given, { ...headers, ...channel }, isRepeatable))
  // A denial does not tell a session that has ended from a missing permission; whoever is known may see at least this.
  const isUnknown = async (json: unknown, headers: Headers) => isDenied(json) && isDenied(await send(headers, PROBE))
  const { api_key: key } = store.credentials
  let json: unknown
  if (key) {
    const headers = { 'vendure-api-key': key }
    json = await send(headers, query, variables)
    if (await isUnknown(json, headers))
      throw new ConnectorError('AUTH_FAILED', 'The store does not take the credentials.')
  } else
    json = await askInSession(store, {
      signIn: async () => JSON.stringify(await login(store)),
      send: (session) => send(JSON.parse(session), query, variables),
      isRefused: (answer, session) => isUnknown(answer, JSON.parse(session)),
    })
  if (isDenied(json)) throw new ConnectorError('INSUFFICIENT_SCOPE', 'The role behind the credentials may not do this.')
  return dataIn(json)
}

const CHANNELS = `query Channels($take: Int!) { channels(options: { take: $take }) { items {
  code token defaultLanguageCode availableLanguageCodes defaultCurrencyCode availableCurrencyCodes } } }`
const MOST_CHANNELS = 100

const channelsOf = async (store: Store): Promise<unknown[]> => {
  const { channels } = await askIn(store, CHANNELS, { take: MOST_CHANNELS }, {})
  return listIn(at(channels, 'items'))
}

const tokenOfCode = async (store: Store, code: string): Promise<string> => {
  const channel = (await channelsOf(store)).find((each) => at(each, 'code') === code)
  const token = textOf(at(channel, 'token'))
  if (!token) throw new ConnectorError('INVALID_CONFIG', 'The store has no channel with this channel_code.')
  return token
}

/** The token of the channel that the connection is about; undefined for the store's default one. */
export const channelTokenOf = oncePerStore(async (store): Promise<string | undefined> => {
  const { channel_token: token } = store.credentials
  const { channel_code: code } = store.config
  return token || !code ? token : await tokenOfCode(store, code)
})

/** Asks within the channel that the connection is about. */
export const ask = async (
  store: Store,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  isRepeatable = true,
) => {
  const token = await channelTokenOf(store)
  return await askIn(store, query, variables, token ? { 'vendure-token': token } : {}, isRepeatable)
}

/** The same for what would make another one if it were sent twice. */
export const make = (store: Store, query: string, variables: Readonly<Record<string, unknown>>) =>
  ask(store, query, variables, false)

export const test = async (store: Store): Promise<StoreInfo> => {
  const { activeChannel } = await ask(store, PROBE)
  const wanted = await channelTokenOf(store)
  // With one channel alone, a store answers for that one whatever token it is asked with.
  if (wanted && at(activeChannel, 'token') !== wanted)
    throw new ConnectorError('INVALID_CONFIG', 'The store has no channel with this token.')
  await ask(store, '{ orders(options: { take: 1 }) { totalItems } }')
  const { code, defaultCurrencyCode, defaultLanguageCode } = objectIn(activeChannel)
  const told = { channel: textOf(code), currency: textOf(defaultCurrencyCode), locale: textOf(defaultLanguageCode) }
  return Object.fromEntries(Object.entries(told).flatMap(([key, value]) => (value ? [[key, value]] : [])))
}

const DEFAULT_CODE = '__default_channel__'

const textsIn = (values: unknown) => (Array.isArray(values) ? values.flatMap((value) => textOf(value) ?? []) : [])

export const discover = async (store: Store): Promise<RemoteChannel[]> =>
  (await channelsOf(store)).flatMap((channel) => {
    const { code, defaultLanguageCode, availableLanguageCodes, defaultCurrencyCode, availableCurrencyCodes } =
      objectIn(channel)
    const key = textOf(code)
    if (!key) return []
    return {
      code: key,
      name: key === DEFAULT_CODE ? 'Default' : key,
      enabled: true,
      locales: textsIn(availableLanguageCodes),
      defaultLocale: textOf(defaultLanguageCode),
      currencies: textsIn(availableCurrencyCodes),
      defaultCurrency: textOf(defaultCurrencyCode),
    }
  })
