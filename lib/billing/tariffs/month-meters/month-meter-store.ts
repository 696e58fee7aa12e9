import { addDays, type Day, startOfDay } from '../../../platform/calendar/day.ts'
import { clampDayOfMonth, toMonth } from '../../../platform/calendar/month.ts'
import { deriveId, type Id } from '../../../platform/id.ts'
import type { ExactAmount } from '../../../platform/money/exact-amount.ts'
import { entity, type Stored } from '../../../platform/store/entities/entity.ts'
import { find } from '../../../platform/store/lists/list.ts'
import { type Due, getDuePartition } from '../../../platform/store/table/due.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import type { Unit } from '../../../platform/store/unit.ts'

// Month meters:   T#<tenant>#month-meter / <tariff>         due (duePk, dueSk) after the end of the next month to close
// closed months:  T#<tenant>#closed-month / <derived id>    what was charged to close a month of a tariff

export interface MonthMeter extends Stored, Due {
  /** The first day that the tariff charges. */
  firstDay: Day
  /** The first day of the month that is closed next. */
  nextMonth: Day
}

interface ClosedMonth extends Stored {
  tariffId: Id
  month: Day
  /** What the charges that closed it come to, by their type. */
  charged: Readonly<Record<string, ExactAmount>>
  /** How often it was closed. */
  turn: number
}

export const monthMeters = entity<MonthMeter>({ name: 'month-meter', shape: 1, audit: false, lists: [] })

const closedMonths = entity<ClosedMonth>({ name: 'closed-month', shape: 1, audit: false, lists: [] })

export const findMonthMeter = (db: Table, tenant: Id, id: Id) => find(db, monthMeters, tenant, id)

export const getFirstOfMonth = (day: Day): Day => clampDayOfMonth(toMonth(day), 1)
export const getLastOfMonth = (day: Day): Day => clampDayOfMonth(toMonth(day), 31)
export const getFirstOfNextMonth = (day: Day): Day => clampDayOfMonth(toMonth(day) + 1, 1)

/** Charges of the last minute of a month are committed by then; settlements wait for longer. */
const WAIT_MS = 15 * 60_000

/** Schedules the end of the month of a day. */
export const awaitMonth = (id: Id, day: Day, zone: string) => ({
  nextMonth: getFirstOfMonth(day),
  duePk: getDuePartition('month-meter', id),
  dueSk: new Date(startOfDay(zone, addDays(getLastOfMonth(day), 1)).getTime() + WAIT_MS).toISOString(),
})

const deriveMonthId = (tariffId: Id, month: Day): Id =>
  deriveId(startOfDay('UTC', month), 'closed-month', tariffId, month)

export const findClosedMonth = (db: Table, tenant: Id, tariffId: Id, month: Day): Promise<ClosedMonth | undefined> =>
  find(db, closedMonths, tenant, deriveMonthId(tariffId, month))

/** Writes what closed the month; the unit fails if the month was closed again since `before` was read. */
export const putClosedMonth = (
  unit: Unit,
  before: ClosedMonth | undefined,
  closed: Pick<ClosedMonth, 'tariffId' | 'month' | 'charged' | 'turn'>,
): void => {
  if (before) unit.update(closedMonths, before, closed)
  else unit.create(closedMonths, { id: deriveMonthId(closed.tariffId, closed.month), ...closed }, 'stale')
}
