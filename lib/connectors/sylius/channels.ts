import { ConnectorError, type RemoteChannel, type Store, type StoreInfo } from '../connector.ts'
import { oncePerStore } from '../once.ts'
import { objectIn, textOf } from '../reading.ts'
import { unreadable } from '../refusal.ts'
import { ask, endOf, membersIn } from './store.ts'

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

/** Where the store sells for this channel: prices are in its currency, texts in its languages. */
export const shelfOf = oncePerStore(async (store): Promise<Shelf> => {
  const { channel_code: wanted } = store.config
  const channels = await discover(store)
  const channel = wanted ? channels.find(({ code }) => code === wanted) : channels[0]
  if (!channel) throw new ConnectorError('INVALID_CONFIG', 'The store has no channel with this channel_code.')
  const { defaultCurrency: currency, defaultLocale: locale } = channel
  if (!currency || !/^[A-Z]{3}$/.test(currency) || !locale) throw unreadable()
  return { channel, currency, locale }
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
