import { ConnectorError, type RemoteChannel, type Store, type StoreInfo } from '../connector.ts'
import type { StoreAnswer, StoreRequest } from '../http.ts'
import { joined, objectIn, textOf } from '../reading.ts'
import { jsonOf, listIn, refusalOf, unreadable } from '../refusal.ts'

const TOKEN = /^[\x21-\x7e]{1,8192}$/

const login = async ({ credentials, http }: Store): Promise<string> => {
  const { store_url, username, password } = credentials
  const answer = await http.send({
    method: 'POST',
    url: `${store_url}/api/v2/admin/administrators/token`,
    json: { email: username, password },
    isRepeatable: true,
  })
  const { token } = objectIn(jsonOf(answer))
  if (typeof token !== 'string' || !TOKEN.test(token)) throw unreadable()
  return token
}

/** Tokens last for an hour and cost a login; there is nothing to refresh them with. */
const tokens = new WeakMap<Store, Promise<string>>()

const tokenOf = (store: Store, refused?: Promise<string>): Promise<string> => {
  const known = tokens.get(store)
  if (known && known !== refused) return known
  const made = login(store)
  tokens.set(store, made)
  made.catch(() => tokens.get(store) === made && tokens.delete(store))
  return made
}

const LD_JSON = 'application/ld+json'

const authorized = async (store: Store, call: Pick<StoreRequest, 'method' | 'url' | 'json'>): Promise<StoreAnswer> => {
  const send = async (token: Promise<string>) =>
    store.http.send({
      ...call,
      headers: {
        accept: LD_JSON,
        authorization: `Bearer ${await token}`,
        ...(call.json !== undefined && { 'content-type': LD_JSON }),
      },
    })
  const token = tokenOf(store)
  const answer = await send(token)
  return answer.status === 401 ? send(tokenOf(store, token)) : answer
}

const addressOf = ({ credentials }: Store, path: string) => new URL(`${credentials.store_url}/api/v2/admin${path}`)

/** What the store calls the thing at this path. */
export const iriOf = (store: Store, path: string): string => addressOf(store, path).pathname

/** The answer of the admin API with this status or any good one. */
export const ask = async (
  store: Store,
  path: string,
  query: Readonly<Record<string, string | readonly string[]>> = {},
  also?: number,
): Promise<StoreAnswer> => {
  const url = addressOf(store, path)
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat()) url.searchParams.append(name, value)
  const answer = await authorized(store, { url: url.href })
  if (answer.status !== also || answer.json === undefined) jsonOf(answer, refusalOf)
  return answer
}

/** What the store finds wrong with what it is to keep. */
export interface Refused {
  refused: string
  /** The members it is about. */
  members: string[]
}

const refusedIn = (json: unknown): Refused => {
  const { violations, 'hydra:description': hydra, description, detail, message } = objectIn(json)
  const said = Array.isArray(violations) ? violations.map(objectIn) : []
  const texts = said.map((each) => joined(each.propertyPath ? `${each.propertyPath}:` : null, each.message))
  const all = texts.length ? texts.join(' ') : (hydra ?? description ?? detail ?? message)
  return {
    refused: `The store does not take it: ${textOf(all, 300) ?? 'it does not say why.'}`,
    members: said.flatMap(({ propertyPath }) => textOf(propertyPath) ?? []),
  }
}

/** Makes or changes a record; undefined where it is not there to be changed. */
export const write = async (
  store: Store,
  method: 'POST' | 'PUT',
  path: string,
  json: Readonly<Record<string, unknown>>,
): Promise<{ record: Record<string, unknown> } | Refused | undefined> => {
  const answer = await authorized(store, { method, url: addressOf(store, path).href, json })
  if (answer.json !== undefined) {
    if (answer.status === 400 || answer.status === 422) return refusedIn(answer.json)
    if (answer.status === 404 && method === 'PUT') return undefined
    if (answer.status === 409)
      throw new ConnectorError('UPSTREAM_ERROR', 'Somebody has just changed the same in the store.')
  }
  return { record: objectIn(jsonOf(answer, refusalOf)) }
}

export interface Members {
  members: unknown[]
  total: number | undefined
  /** Undefined where the answer does not tell. */
  hasNext: boolean | undefined
}

/** A collection in either of the spellings in use, or as a bare list. */
export const membersIn = (json: unknown): Members => {
  if (Array.isArray(json)) return { members: json, total: undefined, hasNext: undefined }
  const body = objectIn(json)
  const total = body['hydra:totalItems'] ?? body.totalItems
  const view = body['hydra:view'] ?? body.view
  return {
    members: listIn(body['hydra:member'] ?? body.member),
    total: Number.isSafeInteger(total) ? (total as number) : undefined,
    hasNext: view === undefined ? undefined : (objectIn(view)['hydra:next'] ?? objectIn(view).next) !== undefined,
  }
}

/** What stands at the end of an IRI, such as `en_US` in `/api/v2/admin/locales/en_US`. */
export const endOf = (iri: unknown): string | null => {
  const given = typeof iri === 'string' ? iri : objectIn(iri)['@id']
  try {
    return textOf(decodeURIComponent(textOf(given, 1000)?.split('/').at(-1) ?? ''))
  } catch {
    return null
  }
}

const PAGE_SIZE = 100
const MOST_PAGES = 10

const channelsOf = async (store: Store): Promise<unknown[]> => {
  const found: unknown[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = { page: String(page), itemsPerPage: String(PAGE_SIZE) }
    const { members, total, hasNext } = membersIn((await ask(store, '/channels', query)).json)
    found.push(...members)
    if (!members.length || !(hasNext ?? (total === undefined || found.length < total))) break
  }
  return found
}

export const discover = async (store: Store): Promise<RemoteChannel[]> =>
  (await channelsOf(store)).flatMap((channel) => {
    const { code, name, enabled, locales, defaultLocale, currencies, baseCurrency } = objectIn(channel)
    const key = textOf(code)
    if (!key) return []
    const ends = (iris: unknown) => (Array.isArray(iris) ? iris.flatMap((iri) => endOf(iri) ?? []) : [])
    const base = endOf(baseCurrency)
    return {
      code: key,
      name: textOf(name) ?? key,
      enabled: enabled === true,
      locales: ends(locales),
      defaultLocale: endOf(defaultLocale),
      currencies: [...new Set([...ends(currencies), ...(base ? [base] : [])])],
      defaultCurrency: base,
    }
  })

export interface Shelf {
  channel: RemoteChannel
  currency: string
  locale: string
}

const shelves = new WeakMap<Store, Promise<Shelf>>()

const askShelf = async (store: Store): Promise<Shelf> => {
  const { channel_code: wanted } = store.config
  const channels = await discover(store)
  const channel = wanted ? channels.find(({ code }) => code === wanted) : channels[0]
  if (!channel) throw new ConnectorError('INVALID_CONFIG', 'The store has no channel with this channel_code.')
  const { defaultCurrency: currency, defaultLocale: locale } = channel
  if (!currency || !/^[A-Z]{3}$/.test(currency) || !locale) throw unreadable()
  return { channel, currency, locale }
}

/** Where the store sells for this channel: prices are in its currency, texts in its languages. */
export const shelfOf = (store: Store): Promise<Shelf> => {
  const known = shelves.get(store)
  if (known) return known
  const asked = askShelf(store)
  shelves.set(store, asked)
  asked.catch(() => shelves.delete(store))
  return asked
}

export const test = async (store: Store): Promise<StoreInfo> => {
  const channels = await discover(store)
  const { channel_code: wanted } = store.config
  const channel = wanted ? channels.find(({ code }) => code === wanted) : channels[0]
  if (wanted && !channel) throw new ConnectorError('INVALID_CONFIG', 'The store has no channel with this channel_code.')
  await ask(store, '/orders', { itemsPerPage: '1' })
  return {
    channels: String(channels.length),
    ...(channel && { name: channel.name, currency: channel.defaultCurrency ?? '' }),
  }
}
