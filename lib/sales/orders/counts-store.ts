import type { Period } from '../../../schemas/sales/analytics.ts'
import { addDays, type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Item, Table, Update } from '../../platform/store/table/table.ts'
import type { Amounts } from './order.ts'

// What happened on a channel:  T#<tenant>#channel-counts?channelId=<channel> / <day>#<shard>, and all days: all#<shard>
// days are those where the tenant is

const ALL = 'all'

export const COUNT_SHARDS = 4

const DAYS: Record<Exclude<Period, 'all_time'>, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 }

const countsPartitionOfChannel = (tenant: Id, channelId: Id) =>
  partition(tenant, `channel-counts?channelId=${channelId}`)

const buildAddition = (pk: string, sk: string, amounts: Amounts): Update => {
  const all = Object.entries(amounts)
  return {
    update: { pk, sk },
    set: `ADD ${all.map((_, i) => `#c${i} :c${i}`).join(', ')}`,
    names: Object.fromEntries(all.map(([name], i) => [`#c${i}`, name])),
    values: Object.fromEntries(all.map(([, by], i) => [`:c${i}`, by])),
  }
}

export const sumOfAmounts = (many: readonly Amounts[]): Amounts => {
  const sum: Amounts = {}
  for (const amounts of many) for (const [name, by] of Object.entries(amounts)) sum[name] = (sum[name] ?? 0) + by
  return sum
}

/** Writes to be made together with what they count; writers of different shards do not meet. */
export const buildAdditions = (
  tenant: Id,
  channelId: Id,
  shard: number,
  byDay: ReadonlyMap<Day, Amounts>,
): Update[] => {
  const pk = countsPartitionOfChannel(tenant, channelId)
  const days: [string, Amounts][] = [...byDay, [ALL, sumOfAmounts([...byDay.values()])]]
  return days.flatMap(([day, amounts]) => {
    const changed = Object.fromEntries(Object.entries(amounts).filter(([, by]) => by))
    return Object.keys(changed).length ? [buildAddition(pk, `${day}#${shard}`, changed)] : []
  })
}

const readAmounts = ({ pk: _pk, sk: _sk, ...amounts }: Item) => amounts as Amounts

/** What happened on the channel in the period that ends today. */
export const readCounts = async (
  db: Table,
  tenant: Id,
  channelId: Id,
  { period, zone, now }: { period: Period; zone: string; now: Date },
): Promise<Amounts> => {
  const pk = countsPartitionOfChannel(tenant, channelId)
  if (period === 'all_time') return sumOfAmounts((await db.query({ pk, prefix: `${ALL}#` })).map(readAmounts))
  const today = toLocalDay(zone, now)
  const from = addDays(today, 1 - DAYS[period])
  return sumOfAmounts((await db.query({ pk, from, to: `${today}~` })).map(readAmounts))
}
