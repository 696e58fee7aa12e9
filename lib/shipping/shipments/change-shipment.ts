import { isDeepStrictEqual } from 'node:util'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { foldTrackingNumber, isSameTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findCarrierByName } from '../carriers/carrier-store.ts'
import { buildTrackingUrl } from '../carriers/recognize-carrier.ts'
import { announceShipment } from './announce-shipment.ts'
import { scheduleDelay } from './schedule-delay.ts'
import type { StoredShipment } from './shipment.ts'
import { shipments } from './shipment-store.ts'

type New = Omit<StoredShipment, keyof Stored>

/** A new shipment has these, until later events or people change them. */
const NEW_SHIPMENT = { label: null, reversedAt: null, isVoid: false, link: 1 }

type Tracked = Pick<StoredShipment, 'carrier' | 'trackingNumber' | 'trackingUrl'>

const keepWebAddress = (url: string | null): string | null => (url && /^https?:\/\/[^\s]+$/.test(url) ? url : null)

/**
 * Gives the carrier its usual name and the parcel its link: the one that came with it, else the one that the carrier has
 * for the number.
 */
export const nameCarrier = async (db: Table, unit: Unit, given: Tracked): Promise<Tracked> => {
  const known = given.carrier === null ? undefined : await findCarrierByName(db, unit.tenant, given.carrier)
  const trackingNumber = cleanText(given.trackingNumber ?? '') || null
  return {
    carrier: known?.name ?? given.carrier,
    trackingNumber,
    trackingUrl: keepWebAddress(given.trackingUrl) ?? buildTrackingUrl(known?.trackingUrlTemplate, trackingNumber),
  }
}

/** Like `nameCarrier`, for a parcel of which some is known: null changes nothing, and another number has another link. */
export const renameCarrier = async (db: Table, unit: Unit, before: Tracked, given: Tracked): Promise<Tracked> => {
  const carrier = given.carrier ?? before.carrier
  const isSameNumber =
    given.trackingNumber === null || isSameTrackingNumber(given.trackingNumber, before.trackingNumber)
  const trackingNumber = isSameNumber ? before.trackingNumber : given.trackingNumber
  const isSame = carrier === before.carrier && isSameNumber
  return await nameCarrier(db, unit, {
    carrier,
    trackingNumber,
    trackingUrl: given.trackingUrl ?? (isSame ? before.trackingUrl : null),
  })
}

/** Creates a shipment, with its events and the time at which it would be late. */
export const createShipment = (
  unit: Unit,
  fields: Omit<New, 'searchedNumber' | keyof typeof NEW_SHIPMENT>,
): StoredShipment => {
  const id = unit.newId()
  const searchedNumber = foldTrackingNumber(fields.trackingNumber)
  const due = scheduleDelay({ ...fields, id })
  const created = unit.create(shipments, { ...NEW_SHIPMENT, ...fields, ...due, id, searchedNumber }, 'stale')
  announceShipment(unit, undefined, created)
  return created
}

/** Changes a shipment; writes nothing if it already is what the changes say. */
export const changeShipment = (unit: Unit, before: StoredShipment, changes: Partial<New>): StoredShipment => {
  const merged = { ...before, ...changes }
  const searchedNumber = foldTrackingNumber(merged.trackingNumber)
  if (isDeepStrictEqual(merged, before)) return before
  const after = unit.update(shipments, before, { ...changes, searchedNumber, ...scheduleDelay(merged) })
  announceShipment(unit, before, after)
  return after
}
