import { ConnectorError } from '../connector.ts'
import type { ShopFulfilment, Withdrawal, WithdrawalOutcome } from './fulfilment.ts'
import { findOwnFulfilments } from './match-parcel.ts'

export type Obstacle = Exclude<WithdrawalOutcome, { withdrawn: unknown }>

/** The calls of a platform that end a parcel. A call that returns an obstacle has changed nothing. */
export interface ParcelRemover<Shown extends ShopFulfilment> {
  /** Returns undefined if the shop no longer has the order. */
  list(): Promise<readonly Shown[] | undefined>
  remove(fulfilment: Shown): Promise<Obstacle | undefined>
  /** Follows once the shop no longer shows a parcel that it has shown. */
  finish?(): Promise<void>
}

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
