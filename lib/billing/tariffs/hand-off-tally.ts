import type { RateUnit } from '../../../schemas/billing/tariff.ts'
import type { Id } from '../../platform/id.ts'

/** A charge of a hand-off. */
export interface TalliedCharge {
  id: Id
  per: RateUnit
}

/** A hand-off with its charges; a reversed one also has the charges that took them back. */
export interface TalliedHandOff {
  shipmentId: Id | null
  isReversed: boolean
  charges: readonly TalliedCharge[]
}

/** Keyed by fulfilment, of one fulfilment order. */
export type HandOffTally = Readonly<Record<Id, TalliedHandOff>>

/** Lists the charges of all hand-offs of the order. */
export const listChargeIds = (tally: HandOffTally): Id[] =>
  Object.values(tally).flatMap(({ charges }) => charges.map(({ id }) => id))

const listLive = (tally: HandOffTally) => Object.entries(tally).filter(([, { isReversed }]) => !isReversed)

/** Tells whether these hand-offs, the ones that are not reversed, are charged, and all that are reversed are taken back. */
export const isComplete = (tally: HandOffTally, handOffIds: readonly Id[]): boolean => {
  const live = listLive(tally).map(([id]) => id)
  return live.length === handOffIds.length && handOffIds.every((id) => live.includes(id))
}

/** Tells what of an order and a parcel is still to be charged; both are charged once, however many hand-offs they have. */
export const findUncharged = (tally: HandOffTally, shipmentId: Id | null) => {
  const live = listLive(tally)
  return {
    isFirst: live.length === 0,
    hasParcel: shipmentId !== null && live.every(([, each]) => each.shipmentId !== shipmentId),
  }
}

/** Finds another hand-off that keeps a charge which more than one hand-off is the reason for. */
const findHeir = (tally: HandOffTally, { per }: TalliedCharge, shipmentId: Id | null): Id | undefined => {
  if (per === 'order') return listLive(tally)[0]?.[0]
  if (per === 'parcel') return listLive(tally).find(([, each]) => each.shipmentId === shipmentId)?.[0]
  return undefined
}

/** Reverses a hand-off; returns the charges to take back. Those of an order or parcel that still left stay. */
export const reverseHandOff = (
  tally: HandOffTally,
  fulfilmentId: Id,
  shipmentId: Id | null,
): { tally: HandOffTally; takenBack: TalliedCharge[] } => {
  const before = tally[fulfilmentId] ?? { shipmentId, charges: [] }
  const after: Record<Id, TalliedHandOff> = {
    ...tally,
    [fulfilmentId]: { ...before, isReversed: true, charges: [] },
  }
  const takenBack: TalliedCharge[] = []
  for (const charge of before.charges) {
    const heir = findHeir(after, charge, before.shipmentId)
    const inherited = heir && after[heir]
    if (inherited) after[heir] = { ...inherited, charges: [...inherited.charges, charge] }
    else takenBack.push(charge)
  }
  return { tally: after, takenBack }
}
