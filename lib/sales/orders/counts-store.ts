import type { Period } from '../../../schemas/sales/analytics.ts'
import { addDays, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Item, Table, Update } from '../../platform/store/table/table.ts'
import type { Amounts } from './order.ts'

// Counts of a channel:  T#<tenant>#channel-counts?channelId=<channel> / <day>#<shard>, and all#<shard> for all days
//                       in the time zone of the tenant

const ALL_DAYS = 'all'

export const COUNT_SHARDS = 4

const DAYS_BY_PERIOD: Record<Exclude<Period, 'all_time'>, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 }

const countsPartitionOfChannel = (tenant: Id, channelId: Id) =>
  partition(tenant, `channel-counts?channelId=${channelId}`)

const buildCountUpdate = (pk: string, sk: string, amounts: Amounts): Update => {
  const all = Object.entries(amounts)
  return {
    update: { pk, sk },
    set: `ADD ${all.map((_, i) => `#c${i} :c${i}`).join(', ')}`,
    names: Object.fromEntries(all.map(([name], i) => [`#c${i}`, name])),
    values: Object.fromEntries(all.map(([, by], i) => [`:c${i}`, by])),
  }
}

export const sumAmounts = (many: readonly Amounts[]): Amounts => {
  const sum: Amounts = {}
  for (const amounts of many) for (const [name, by] of Object.entries(amounts)) sum[name] = (sum[name] ?? 0) + by
  return sum
}

/** Builds the count updates for the transaction that writes what is counted; different shards never conflict. */
export const buildCountUpdates = (
  tenant: Id,
  channelId: Id,
  shard: number,
  byDay: ReadonlyMap<Day, Amounts>,
): Update[] => {
  const pk = countsPartitionOfChannel(tenant, channelId)
  const days: [string, Amounts][] = [...byDay, [ALL_DAYS, sumAmounts([...byDay.values()])]]
  return days.flatMap(([day, amounts]) => {
    const changed = Object.fromEntries(Object.entries(amounts).filter(([, by]) => by))
    return Object.keys(changed).length ? [buildCountUpdate(pk, `${day}#${shard}`, changed)] : []
  })
}

const readAmounts = ({ pk: _pk, sk: _sk, ...amounts }: Item & Amounts): Amounts => amounts

/** Sums the counts of a channel over the period that ends today. */
export const readCounts = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  { period, zone, now }: { period: Period; zone: string; now: Date },
): Promise<Amounts> => {
  const pk = countsPartitionOfChannel(tenant, channelId)
  if (period === 'all_time')
    return sumAmounts((await db.query<Amounts>({ pk, prefix: `${ALL_DAYS}#` })).map(readAmounts))
  const today = toLocalDay(zone, now)
  const from = addDays(today, 1 - DAYS_BY_PERIOD[period])
  return sumAmounts((await db.query<Amounts>({ pk, from, to: `${today}~` })).map(readAmounts))
}
