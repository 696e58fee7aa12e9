import { isSameTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import { ConnectorError } from '../connector.ts'
import type { ShopFulfilment, Withdrawal, WithdrawalOutcome } from './fulfilment.ts'
import { findOwnFulfilments } from './match-parcel.ts'
import { readTrackingNumbers } from './tracking-numbers.ts'

export type Obstacle = Exclude<WithdrawalOutcome, { withdrawn: unknown }>

/** The calls of a platform that end a parcel. A call that returns an obstacle has changed nothing. */
export interface ParcelRemover<Shown extends ShopFulfilment> {
  /** Returns undefined if the shop no longer has the order. */
  list(): Promise<readonly Shown[] | undefined>
  remove(fulfilment: Shown): Promise<Obstacle | undefined>
  /** Follows once the shop no longer shows a parcel that it has shown. */
  finish?(): Promise<void>
}

const SHARED: Obstacle = {
  refused: 'The shop shows the parcel in a fulfilment with other tracking numbers, which only its staff can divide.',
}

/** Tells whether a fulfilment shows parcels besides this one, which must not end with it. */
const isShared = (
  { trackingNumber }: ShopFulfilment,
  { trackingNumber: present, formerNumbers }: Withdrawal['parcel'],
) =>
  readTrackingNumbers(trackingNumber).some(
    (number) => ![present, ...formerNumbers].some((own) => isSameTrackingNumber(own, number)),
  ) && readTrackingNumbers(trackingNumber).length > 1

/** Compares what the shop has with the parcel, ends what it shows of it, and reads it back. */
export const withdrawParcel = async <Shown extends ShopFulfilment>(
  remover: ParcelRemover<Shown>,
  { parcel: given, others }: Withdrawal,
): Promise<WithdrawalOutcome> => {
  // A parcel that is known by its id is not looked for by its pieces, which could be the work of somebody else.
  const parcel = { ...given, wasTried: given.wasTried && given.externalIds.length === 0 }
  const findOwn = (fulfilments: readonly Shown[]) => {
    const ids = new Set(findOwnFulfilments(fulfilments, { parcel, others }).map(({ externalId }) => externalId))
    return fulfilments.filter(({ externalId }) => ids.has(externalId))
  }
  const shown = await remover.list()
  if (!shown) return { withdrawn: [] }
  const own = findOwn(shown)
  if (own.some((fulfilment) => isShared(fulfilment, parcel))) return SHARED
  for (const fulfilment of own) {
    const obstacle = await remover.remove(fulfilment)
    if (obstacle) return obstacle
  }
  if (own.length && findOwn((await remover.list()) ?? []).length)
    throw new ConnectorError('UPSTREAM_ERROR', 'The shop accepted that the fulfilment ends, but still shows it.')
  // The attempt before may have ended without this step.
  if (own.length || given.externalIds.length) await remover.finish?.()
  return { withdrawn: own.map(({ externalId }) => externalId) }
}
