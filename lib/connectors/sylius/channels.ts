import { ConnectorError, type Shop, type ShopInfo } from '../connector.ts'
import { memoizePerShop } from '../memoize-per-shop.ts'
import { parseObject, readText } from '../reading.ts'
import { buildUnreadableError } from '../refusal.ts'
import type { RemoteChannel } from '../remote-channel.ts'
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

/** A channel with the zone of its taxes. */
type SyliusChannel = RemoteChannel & { taxZone?: string | null }

const listChannels = async (shop: Shop): Promise<SyliusChannel[]> =>
  (await readChannels(shop)).flatMap((channel) => {
    const { code, name, enabled, locales, defaultLocale, currencies, baseCurrency, defaultTaxZone } =
      parseObject(channel)
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
      taxZone: readIriEnd(defaultTaxZone),
    }
  })

export const discover = async (shop: Shop): Promise<RemoteChannel[]> =>
  (await listChannels(shop)).map(({ taxZone: _zone, ...channel }) => channel)

export interface ShopChannel {
  channel: RemoteChannel
  currency: string
  locale: string
  /** True if prices contain tax; null if the rates of the shop do not agree. */
  includesTax: boolean | null
}

/** Rates decide whether prices contain tax; those of the channel's default zone if it has one. */
const readTaxes = async (shop: Shop, zone: string | null): Promise<boolean | null> => {
  const { status, json } = await askShop(shop, '/tax-rates', { itemsPerPage: String(PAGE_SIZE) }, 404)
  if (status === 404) return null
  const rates = readMembers(json).members.map(parseObject)
  const own = rates.filter((rate) => zone === null || readIriEnd(rate.zone) === zone)
  const included = new Set((own.length ? own : rates).map((rate) => rate.includedInPrice === true))
  const [only] = included
  return included.size === 1 && only !== undefined ? only : null
}

/** Returns the shop's channel with its currency for prices and its main locale for texts. */
export const readShopChannel = memoizePerShop(async (shop): Promise<ShopChannel> => {
  const { channel_code: wanted } = shop.config
  const channels = await listChannels(shop)
  const channel = wanted ? channels.find(({ code }) => code === wanted) : channels[0]
  if (!channel) throw new ConnectorError('INVALID_CONFIG', 'The shop has no channel with this channel_code.')
  const { defaultCurrency: currency, defaultLocale: locale } = channel
  if (!currency || !/^[A-Z]{3}$/.test(currency) || !locale) throw buildUnreadableError()
  return { channel, currency, locale, includesTax: await readTaxes(shop, channel.taxZone ?? null) }
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
