import type { Period } from '../../../schemas/sales/analytics.ts'
import { addDays, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { CHANGES, partition } from '../../platform/store/entities/entity.ts'
import { deleteAll } from '../../platform/store/erase.ts'
import { readPages } from '../../platform/store/table/read-pages.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Amounts } from './order.ts'

// Counts of a channel:  T#<tenant>#channel-counts?channelId=<channel> / <day>#<shard>, and all#<shard> for all days
//                       in the time zone of the tenant; days that no period reaches are removed

const ALL_DAYS = 'all'

const DAYS_BY_PERIOD: Record<Exclude<Period, 'all_time'>, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 }

const countsPartitionOfChannel = (tenant: Id, channelId: Id) =>
  partition(tenant, `channel-counts?channelId=${channelId}`)

const sumAmounts = (many: readonly Amounts[]): Amounts => {
  const sum: Amounts = {}
  for (const amounts of many) for (const [name, by] of Object.entries(amounts)) sum[name] = (sum[name] ?? 0) + by
  return sum
}

/** Adds to the counts of the channel for the day and in total, in the transaction that writes what is counted. */
export const addToChannelCounts = (unit: Unit, channelId: Id, day: Day, amounts: Amounts): void => {
  if (!Object.values(amounts).some(Boolean)) return
  const pk = countsPartitionOfChannel(unit.tenant, channelId)
  for (const sk of [day, ALL_DAYS]) unit.addToCounts({ pk, sk }, amounts)
}

/** Adds to the total counts of the channel, of which no day is known, in the transaction that writes what is counted. */
export const addToChannelTotals = (unit: Unit, channelId: Id, amounts: Amounts): void => {
  const pk = countsPartitionOfChannel(unit.tenant, channelId)
  if (Object.values(amounts).some(Boolean)) unit.addToCounts({ pk, sk: ALL_DAYS }, amounts)
}

const readAmounts = ({ pk: _pk, sk: _sk, [CHANGES]: _changes, ...amounts }: Item & Amounts): Amounts => amounts

/** Sums the total counts of a channel, with those that belong to no day. */
export const readChannelTotals = async (db: Table, tenant: Id, channelId: Id): Promise<Amounts> => {
  const pk = countsPartitionOfChannel(tenant, channelId)
  return sumAmounts((await db.query<Amounts>({ pk, prefix: `${ALL_DAYS}#` })).map(readAmounts))
}

/** Sums the counts of a channel over the period that ends today. */
export const readCounts = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  { period, zone, now }: { period: Period; zone: string; now: Date },
): Promise<Amounts> => {
  if (period === 'all_time') return await readChannelTotals(db, tenant, channelId)
  const pk = countsPartitionOfChannel(tenant, channelId)
  const today = toLocalDay(zone, now)
  const from = addDays(today, 1 - DAYS_BY_PERIOD[period])
  return sumAmounts((await db.query<Amounts>({ pk, from, to: `${today}~` })).map(readAmounts))
}

/** Removes the counts of a channel for days before a day; those for all days stay. */
export const removeOldCounts = async (db: Table, tenant: Id, channelId: Id, before: Day): Promise<number> => {
  const pk = countsPartitionOfChannel(tenant, channelId)
  let removed = 0
  for await (const page of readPages(db, { pk, from: '0', to: before, only: [] })) {
    await deleteAll(
      db,
      page.map(({ sk }) => ({ pk, sk })),
    )
    removed += page.length
  }
  return removed
}
