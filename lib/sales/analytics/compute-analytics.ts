import type { ChannelAnalytics, Period, SortKey } from '../../../schemas/sales/analytics.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { clampAmountParts, joinAmountParts } from '../../platform/money/amount-parts.ts'
import { divideRounded } from '../../platform/money/decimal.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import { type Members, type Page, slicePage } from '../../platform/store/lists/list.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { listChannels } from '../channels/channel-store.ts'
import { readCounts } from '../orders/counts-store.ts'
import type { Amounts } from '../orders/order.ts'

const computeRate = (part: number, whole: number) => (whole ? part / whole : 0)

const computeRevenue = (counts: Amounts, currency: string) => {
  const [revenue, orders] = [joinAmountParts(counts, currency), counts[`orders_${currency}`] ?? 0]
  const averageOrderValue = orders ? clampAmountParts(divideRounded(revenue, BigInt(orders))) : 0
  return { currency, totalRevenue: clampAmountParts(revenue), averageOrderValue, orders }
}

/** Computes a channel's analytics from its counts. */
export const analyse = (
  channel: Pick<StoredChannel, 'id' | 'name' | 'type' | 'lastSyncAt'>,
  counts: Amounts,
  { preferred, period }: { preferred: string | null; period: Period },
): ChannelAnalytics => {
  const readCount = (name: string) => counts[name] ?? 0
  const decided = readCount('accepted') + readCount('rejected') + readCount('held')
  const syncs = readCount('syncsSucceeded') + readCount('syncsFailed')
  const inUse = Object.keys(counts).flatMap((name) =>
    name.startsWith('orders_') && readCount(name) ? [name.slice(7)] : [],
  )
  const currency = preferred ?? inUse.sort((a, b) => readCount(`orders_${b}`) - readCount(`orders_${a}`))[0] ?? null
  const own = currency ? computeRevenue(counts, currency) : { totalRevenue: 0, averageOrderValue: 0 }
  const others = inUse.filter((each) => each !== currency).sort()
  return {
    channelId: channel.id,
    channelName: channel.name,
    channelType: channel.type,
    totalOrdersImported: readCount('imported'),
    totalOrdersFailed: readCount('failed'),
    ordersAccepted: readCount('accepted'),
    ordersRejected: readCount('rejected'),
    ordersHeldForReview: readCount('held'),
    totalSyncs: syncs,
    successfulSyncs: readCount('syncsSucceeded'),
    failedSyncs: readCount('syncsFailed'),
    acceptanceRate: computeRate(readCount('accepted'), decided),
    syncSuccessRate: computeRate(readCount('syncsSucceeded'), syncs),
    totalRevenue: own.totalRevenue,
    averageOrderValue: own.averageOrderValue,
    currency,
    otherRevenue: others.map((each) => computeRevenue(counts, each)),
    averageProcessingTimeSeconds: computeRate(readCount('processingSeconds'), readCount('processed')),
    lastSyncAt: channel.lastSyncAt,
    period,
  }
}

type Using = Pick<App, 'db' | 'clock'>

const createAnalyser = async (app: Using, tenant: Id, period: Period) => {
  const settings = await getSettings(app, tenant, [GENERAL_SETTINGS.timezone, GENERAL_SETTINGS.defaultCurrency])
  const query = { period, zone: settings['general.timezone'], now: app.clock() }
  return async (channel: StoredChannel) => {
    const preferred = channel.defaultCurrency ?? settings['general.defaultCurrency']
    return analyse(channel, await readCounts(app.db, tenant, channel.id, query), { preferred, period })
  }
}

export const computeAnalytics = async (app: Using, tenant: Id, channel: StoredChannel, period: Period) =>
  (await createAnalyser(app, tenant, period))(channel)

const MEASURES: Record<SortKey, (analytics: ChannelAnalytics) => number> = {
  revenue: ({ totalRevenue }) => totalRevenue,
  orders: ({ totalOrdersImported }) => totalOrdersImported,
  acceptance_rate: ({ acceptanceRate }) => acceptanceRate,
  sync_success_rate: ({ syncSuccessRate }) => syncSuccessRate,
}

const PAGE_SIZE = 100
const BATCH_SIZE = 16

const readAllChannels = async (app: Using, tenant: Id): Promise<StoredChannel[]> => {
  const all: StoredChannel[] = []
  for (let page = 1; ; page++) {
    const { items, totalItems } = await listChannels(app.db, tenant, { page, itemsPerPage: PAGE_SIZE }, {})
    all.push(...items)
    if (items.length < PAGE_SIZE || all.length >= totalItems) return all
  }
}

/** Sorts all channels by a measure, highest first; equal ones stay newest first. */
export const listAnalytics = async (
  app: Using,
  tenant: Id,
  page: Page,
  { period, sortBy }: { period: Period; sortBy: SortKey },
): Promise<Members<ChannelAnalytics>> => {
  const [channels, analyseChannel] = await Promise.all([
    readAllChannels(app, tenant),
    createAnalyser(app, tenant, period),
  ])
  const all: ChannelAnalytics[] = []
  for (let start = 0; start < channels.length; start += BATCH_SIZE)
    all.push(...(await Promise.all(channels.slice(start, start + BATCH_SIZE).map(analyseChannel))))
  const measure = MEASURES[sortBy]
  return slicePage(
    all.sort((a, b) => measure(b) - measure(a)),
    page,
  )
}
