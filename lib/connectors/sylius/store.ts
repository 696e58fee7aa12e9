import { ConnectorError, type RemoteChannel, type Store, type StoreInfo } from '../connector.ts'
import type { StoreAnswer } from '../http.ts'
import { objectIn, textOf } from '../reading.ts'
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

/** The answer of the admin API with this status or any good one. */
export const ask = async (
  store: Store,
  path: string,
  query: Readonly<Record<string, string>> = {},
  also?: number,
): Promise<StoreAnswer> => {
  const url = new URL(`${store.credentials.store_url}/api/v2/admin${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const send = async (token: Promise<string>) =>
    store.http.send({
      url: url.href,
      headers: { accept: 'application/ld+json', authorization: `Bearer ${await token}` },
    })
  const token = tokenOf(store)
  let answer = await send(token)
  if (answer.status === 401) answer = await send(tokenOf(store, token))
  if (answer.status !== also || answer.json === undefined) jsonOf(answer, refusalOf)
  return answer
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
