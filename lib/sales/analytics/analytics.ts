import type { ChannelAnalytics, Period, SortKey } from '../../../schemas/sales/analytics.ts'
import type { App } from '../../platform/app.ts'
import { settingsOf } from '../../configuration/setting-of.ts'
import type { Id } from '../../platform/id.ts'
import { divideRounded } from '../../platform/money/decimal.ts'
import { type Members, type Page, pageOf } from '../../platform/store/list.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { pageOfChannels } from '../channels/channel-store.ts'
import { countsIn } from '../orders/counts-store.ts'
import { type Amounts, amountOf } from '../orders/order.ts'

const rateOf = (part: number, whole: number) => (whole ? part / whole : 0)

/** The largest that JSON carries exactly, where a sum is beyond it. */
const shown = (amount: bigint) => Number(amount > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : amount)

const revenueIn = (counts: Amounts, currency: string) => {
  const [revenue, orders] = [amountOf(counts, currency), counts[`orders_${currency}`] ?? 0]
  const averageOrderValue = orders ? shown(divideRounded(revenue, BigInt(orders))) : 0
  return { currency, totalRevenue: shown(revenue), averageOrderValue, orders }
}

/** What the counts come to. */
export const analyse = (
  channel: Pick<StoredChannel, 'id' | 'name' | 'type' | 'lastSyncAt'>,
  counts: Amounts,
  { preferred, period }: { preferred: string | null; period: Period },
): ChannelAnalytics => {
  const of = (name: string) => counts[name] ?? 0
  const decided = of('accepted') + of('rejected') + of('held')
  const syncs = of('syncsSucceeded') + of('syncsFailed')
  const inUse = Object.keys(counts).flatMap((name) => (name.startsWith('orders_') && of(name) ? [name.slice(7)] : []))
  const currency = preferred ?? inUse.sort((a, b) => of(`orders_${b}`) - of(`orders_${a}`))[0] ?? null
  const own = currency ? revenueIn(counts, currency) : { totalRevenue: 0, averageOrderValue: 0 }
  const others = inUse.filter((each) => each !== currency).sort()
  return {
    channelId: channel.id,
    channelName: channel.name,
    channelType: channel.type,
    totalOrdersImported: of('imported'),
    totalOrdersFailed: of('failed'),
    ordersAccepted: of('accepted'),
    ordersRejected: of('rejected'),
    ordersHeldForReview: of('held'),
    totalSyncs: syncs,
    successfulSyncs: of('syncsSucceeded'),
    failedSyncs: of('syncsFailed'),
    acceptanceRate: rateOf(of('accepted'), decided),
    syncSuccessRate: rateOf(of('syncsSucceeded'), syncs),
    totalRevenue: own.totalRevenue,
    averageOrderValue: own.averageOrderValue,
    currency,
    otherRevenue: others.map((each) => revenueIn(counts, each)),
    averageProcessingTimeSeconds: rateOf(of('processingSeconds'), of('processed')),
    lastSyncAt: channel.lastSyncAt,
    period,
  }
}

type Using = Pick<App, 'db' | 'clock'>

const analyser = async (app: Using, tenant: Id, period: Period) => {
  const settings = await settingsOf(app, tenant, ['general.timezone', 'general.defaultCurrency'])
  const asked = { period, zone: settings['general.timezone'], now: app.clock() }
  return async (channel: StoredChannel) => {
    const preferred = channel.defaultCurrency ?? settings['general.defaultCurrency']
    return analyse(channel, await countsIn(app.db, tenant, channel.id, asked), { preferred, period })
  }
}

export const analyticsOf = async (app: Using, tenant: Id, channel: StoredChannel, period: Period) =>
  (await analyser(app, tenant, period))(channel)

const MEASURES: Record<SortKey, (analytics: ChannelAnalytics) => number> = {
  revenue: ({ totalRevenue }) => totalRevenue,
  orders: ({ totalOrdersImported }) => totalOrdersImported,
  acceptance_rate: ({ acceptanceRate }) => acceptanceRate,
  sync_success_rate: ({ syncSuccessRate }) => syncSuccessRate,
}

const CHANNELS_AT_ONCE = 100
const READS_AT_ONCE = 16

const allChannels = async (app: Using, tenant: Id): Promise<StoredChannel[]> => {
  const all: StoredChannel[] = []
  for (let page = 1; ; page++) {
    const { items, totalItems } = await pageOfChannels(app.db, tenant, { page, itemsPerPage: CHANNELS_AT_ONCE }, {})
    all.push(...items)
    if (items.length < CHANNELS_AT_ONCE || all.length >= totalItems) return all
  }
}

/** All channels by what was asked for, the most first; those that are equal as they are listed. */
export const pageOfAnalytics = async (
  app: Using,
  tenant: Id,
  page: Page,
  { period, sortBy }: { period: Period; sortBy: SortKey },
): Promise<Members<ChannelAnalytics>> => {
  const [waiting, analysed] = await Promise.all([allChannels(app, tenant), analyser(app, tenant, period)])
  const all: ChannelAnalytics[] = []
  for (let start = 0; start < waiting.length; start += READS_AT_ONCE)
    all.push(...(await Promise.all(waiting.slice(start, start + READS_AT_ONCE).map(analysed))))
  const measure = MEASURES[sortBy]
  return pageOf(
    all.sort((a, b) => measure(b) - measure(a)),
    page,
  )
}
