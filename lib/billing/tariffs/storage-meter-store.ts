import type { Day } from '../../platform/calendar/day.ts'
import { addDays, startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'
import type { Table } from '../../platform/store/table/table.ts'

// Storage meters:  T#<tenant>#storage-meter / <tariff>   due (duePk, dueSk) at the end of the next day to charge

export interface StorageMeter extends Stored, Due {
  /** The day whose storage is charged next. */
  nextDay: Day
  /** Cursor: the last stock item that was counted for that day. */
  after: string | null
  /** Pieces counted so far for that day. */
  pieces: number
}

export const storageMeters = entity<StorageMeter>({ name: 'storage-meter', shape: 1, audit: false, lists: [] })

export const findStorageMeter = (db: Table, tenant: Id, id: Id) => find(db, storageMeters, tenant, id)

/** Starts the count of a day, when it is over in the tenant's time zone. */
export const startCount = (id: Id, nextDay: Day, zone: string) => ({
  nextDay,
  after: null,
  pieces: 0,
  duePk: getDuePartition('storage-meter', id),
  dueSk: startOfDay(zone, addDays(nextDay, 1)).toISOString(),
})
