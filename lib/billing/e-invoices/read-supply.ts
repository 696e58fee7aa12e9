import { type Day, toLocalDay } from '../../platform/calendar/day.ts'
import type { Supply } from './semantic-invoice.ts'

interface Supplied {
  supplyDate: Day | null
  supplyPeriod: { from: Day; to: Day } | null
  issuedAt: string | null
}

/** Returns the day of a timestamp in the zone. */
export const toDay = (at: string | null, zone: string): Day => toLocalDay(zone, new Date(at ?? 0))

/**
 * Returns when the invoice's goods were supplied: in its period or on its day, which is that of the issue unless one was given.
 */
export const readSupply = ({ supplyDate, supplyPeriod, issuedAt }: Supplied, zone: string): Supply =>
  supplyPeriod ?? { on: supplyDate ?? toDay(issuedAt, zone) }
