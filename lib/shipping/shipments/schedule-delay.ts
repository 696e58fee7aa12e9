import { addDays, type Day, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import { isDay, NOT_A_MOMENT, toMoment } from '../../platform/calendar/moment.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import { type Due, getDuePartition, NOT_DUE } from '../../platform/store/table/due.ts'
import { comesBack, isOnItsWay, type StoredShipment } from './shipment.ts'

/** The last zone in which a day ends, for destinations that are not known. */
const LAST_ZONE = 'Etc/GMT+12'
const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/
/** Many systems write a day as midnight in UTC, and mean no time at all. */
const MIDNIGHT = /^\d{4}-\d{2}-\d{2}T00:00(:00(\.0{1,9})?)?(Z|\+00:00)$/

const listZones = (countryCode: string | null | undefined): readonly string[] => {
  if (!countryCode || !/^[A-Z]{2}$/.test(countryCode)) return [LAST_ZONE]
  const locale = new Intl.Locale(`und-${countryCode}`) as Intl.Locale & { getTimeZones?(): string[] | undefined }
  const zones = locale.getTimeZones?.() ?? []
  return zones.length ? zones : [LAST_ZONE]
}

/** Returns a promise as it is stored: a day as it is, a time in UTC. Throws if there is no such day or time. */
export const normalizePromise = (promisedBy: string | null): string | null => {
  if (promisedBy === null) return null
  const moment = toMoment(promisedBy, 'UTC')
  if (moment === undefined) throw invalid({ propertyPath: 'promisedBy', message: NOT_A_MOMENT })
  return isDay(promisedBy) ? promisedBy : moment
}

type Destination = Pick<StoredShipment, 'deliveryAddress'>

const getDay = (promisedBy: string, zone: string): Day =>
  DATE_ONLY.test(promisedBy) || MIDNIGHT.test(promisedBy)
    ? promisedBy.slice(0, 10)
    : toLocalDay(zone, new Date(promisedBy))

/** Returns the day of the promise where the parcel goes; null if there is none, or it cannot be read. */
export const getPromisedDay = ({
  promisedBy,
  deliveryAddress,
}: Pick<StoredShipment, 'promisedBy'> & Destination): Day | null =>
  promisedBy === null || Number.isNaN(Date.parse(promisedBy))
    ? null
    : getDay(promisedBy, listZones(deliveryAddress?.countryCode)[0] ?? LAST_ZONE)

/**
 * Returns the moment from which the parcel is late: the end of the promised day in the destination, and in a country with
 * several zones in the last of them, since the address does not tell its zone.
 */
export const getLateFrom = ({
  promisedBy,
  deliveryAddress,
}: Pick<StoredShipment, 'promisedBy'> & Destination): Date | null => {
  if (promisedBy === null || Number.isNaN(Date.parse(promisedBy))) return null
  const ends = listZones(deliveryAddress?.countryCode).map((zone) =>
    startOfDay(zone, addDays(getDay(promisedBy, zone), 1)).getTime(),
  )
  return new Date(Math.max(...ends))
}

type Awaited = Pick<StoredShipment, 'id' | 'status' | 'flags' | 'promisedBy'> & Destination

/** Schedules the moment at which the parcel would be late, for one that is on its way and not known to be late. */
export const scheduleDelay = (shipment: Awaited): Due => {
  const isAwaited = isOnItsWay(shipment) && !comesBack(shipment)
  const at = isAwaited && !shipment.flags.includes('delayed') ? getLateFrom(shipment) : null
  if (!at) return NOT_DUE
  return { duePk: getDuePartition('shipment', shipment.id as Id), dueSk: `${at.toISOString()}#${shipment.id}` }
}
