import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Counts of fulfilment:  T#<tenant>#fulfilment-counts / <day>#<custodian>#<shard>   in the time zone of the tenant

export const COUNTED = ['accepted', 'handedOver', 'late', 'handOffs', 'pieces', 'seconds'] as const
export type Counted = Record<(typeof COUNTED)[number], number>

const countsPartition = (tenant: Id) => partition(tenant, 'fulfilment-counts')

/** Adds to the counts of a custodian and day, in the transaction that writes what is counted. */
export const addToFulfilmentCounts = (unit: Unit, day: Day, custodianId: Id, adds: Partial<Counted>): void =>
  unit.addToCounts({ pk: countsPartition(unit.tenant), sk: `${day}#${custodianId}` }, adds)

export interface CountsOfDay {
  day: Day
  custodianId: Id
  counts: Counted
}

/** Reads the counts of days, both inclusive, by day and custodian. */
export const readFulfilmentCounts = async (
  db: Table,
  tenant: Id,
  { from, to }: { from: Day; to: Day },
): Promise<CountsOfDay[]> => {
  const items = await db.query<Item & Partial<Counted>>({ pk: countsPartition(tenant), from, to: `${to}~` })
  const byKey = Map.groupBy(items, ({ sk }) => sk.slice(0, sk.lastIndexOf('#')))
  return [...byKey].map(([key, shards]) => {
    const [day = '', custodianId = ''] = key.split('#')
    const sum = (name: keyof Counted) => shards.reduce((total, shard) => total + (shard[name] ?? 0), 0)
    const counts = Object.fromEntries(COUNTED.map((name) => [name, sum(name)])) as Counted
    return { day, custodianId, counts }
  })
}
