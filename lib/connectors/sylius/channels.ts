import { ConnectorError, type RemoteChannel, type Shop, type ShopInfo } from '../connector.ts'
import { memoizePerShop } from '../memoize-per-shop.ts'
import { parseObject, readText } from '../reading.ts'
import { buildUnreadableError } from '../refusal.ts'
import { askShop, readIriEnd, readMembers } from './ask-shop.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 10

const readChannels = async (shop: Shop): Promise<unknown[]> => {
  const found: unknown[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const query = { page: String(page), itemsPerPage: String(PAGE_SIZE) }
    const { members, total, hasNext } = readMembers((await askShop(shop, '/channels', query)).json)
    found.push(...members)
    if (!members.length || !(hasNext ?? (total === undefined || found.length < total))) break
  }
  return found
}

export const discover = async (shop: Shop): Promise<RemoteChannel[]> =>
  (await readChannels(shop)).flatMap((channel) => {
    const { code, name, enabled, locales, defaultLocale, currencies, baseCurrency } = parseObject(channel)
    const key = readText(code)
    if (!key) return []
    const readIriEnds = (iris: unknown) => (Array.isArray(iris) ? iris.flatMap((iri) => readIriEnd(iri) ?? []) : [])
    const base = readIriEnd(baseCurrency)
    return {
      code: key,
      name: readText(name) ?? key,
      enabled: enabled === true,
      locales: readIriEnds(locales),
      defaultLocale: readIriEnd(defaultLocale),
      currencies: [...new Set([...readIriEnds(currencies), ...(base ? [base] : [])])],
      defaultCurrency: base,
    }
  })

export interface ShopChannel {
  channel: RemoteChannel
  currency: string
  locale: string
}

/** Returns the shop's channel with its currency for prices and its main locale for texts. */
export const readShopChannel = memoizePerShop(async (shop): Promise<ShopChannel> => {
  const { channel_code: wanted } = shop.config
  const channels = await discover(shop)
  const channel = wanted ? channels.find(({ code }) => code === wanted) : channels[0]
  if (!channel) throw new ConnectorError('INVALID_CONFIG', 'The shop has no channel with this channel_code.')
  const { defaultCurrency: currency, defaultLocale: locale } = channel
  if (!currency || !/^[A-Z]{3}$/.test(currency) || !locale) throw buildUnreadableError()
  return { channel, currency, locale }
})

export const test = async (shop: Shop): Promise<ShopInfo> => {
  const channels = await discover(shop)
  const { channel_code: wanted } = shop.config
  const channel = wanted ? channels.find(({ code }) => code === wanted) : channels[0]
  if (wanted && !channel) throw new ConnectorError('INVALID_CONFIG', 'The shop has no channel with this channel_code.')
  await askShop(shop, '/orders', { itemsPerPage: '1' })
  return {
    channels: String(channels.length),
    ...(channel && { name: channel.name, currency: channel.defaultCurrency ?? '' }),
  }
}
