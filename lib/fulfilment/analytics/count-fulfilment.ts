import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { addToFulfilmentCounts, type Counted } from './fulfilment-counts-store.ts'
import { HAND_OVER_SETTINGS } from './hand-over-settings.ts'

type Using = Pick<App, 'db'>

const readRules = (app: Using, tenant: Id) =>
  getSettings(app, tenant, [GENERAL_SETTINGS.timezone, HAND_OVER_SETTINGS.handOverHours])

/** Counts a fulfilment order that was given to a custodian, in the unit that creates it. */
export const countAccepted = async (app: Using, unit: Unit, custodianId: Id): Promise<void> => {
  const { 'general.timezone': zone } = await readRules(app, unit.tenant)
  addToFulfilmentCounts(unit, toLocalDay(zone, unit.now), custodianId, { accepted: 1 })
}

/** A hand-off, with what decides whether its order is late. */
export interface CountedHandOff {
  custodianId: Id
  /** Time at which the custodian got the fulfilment order. */
  acceptedAt: string
  handedOverAt: string
  pieces: number
  /** True for the first hand-off of the fulfilment order; later ones count as hand-offs and not as orders. */
  isFirst: boolean
}

/** Keeps a wrong time from outweighing all others. */
const MAX_SECONDS = 366 * 24 * 3600

const measureHandOff = (
  { acceptedAt, handedOverAt, pieces, isFirst }: CountedHandOff,
  maxHours: number,
): Partial<Counted> => {
  const seconds = Math.round((Date.parse(handedOverAt) - Date.parse(acceptedAt)) / 1000)
  const counted = Math.min(Math.max(seconds, 0), MAX_SECONDS)
  const order = { handedOver: 1, seconds: counted, late: counted > maxHours * 3600 ? 1 : 0 }
  return { handOffs: 1, pieces, ...(isFirst && order) }
}

const addToCounts = async (app: Using, unit: Unit, handOff: CountedHandOff, sign: 1 | -1) => {
  const { 'general.timezone': zone, 'warehousing.handOverHours': maxHours } = await readRules(app, unit.tenant)
  const counted = Object.entries(measureHandOff(handOff, maxHours)).map(([name, by]) => [name, by * sign])
  addToFulfilmentCounts(
    unit,
    toLocalDay(zone, new Date(handOff.handedOverAt)),
    handOff.custodianId,
    Object.fromEntries(counted),
  )
}

/** Counts a hand-off, in the unit that creates it. */
export const countHandOff = (app: Using, unit: Unit, handOff: CountedHandOff): Promise<void> =>
  addToCounts(app, unit, handOff, 1)

/** Takes a hand-off out of the counts, in the unit that reverses it; it is given as it was counted. */
export const countReversal = (app: Using, unit: Unit, handOff: CountedHandOff): Promise<void> =>
  addToCounts(app, unit, handOff, -1)
