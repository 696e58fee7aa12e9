import type { RemoteFulfilment, RemoteParcel } from '../../custodians/custodian-connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { endPackedParcel } from '../../shipping/reversals/end-packed-parcel.ts'
import { countOpenPieces, type StoredFulfilmentOrder, type ToldParcel } from '../orders/fulfilment-order.ts'
import { recordParcelOfOrder } from '../orders/hand-off.ts'
import type { Progress } from './apply-parcels.ts'

/** Actions that a unit keeps free for the order, its stock and its sales order. */
const ROOM = 60

type After = Pick<Progress, 'lines' | 'parcels' | 'left'> & { asOf: Date | null }

/**
 * Brings the parcels up to date that have not left. One that a newer state does not have any more, such as one whose label was
 * replaced, is ended, and so are all of them once the order has no open pieces. `hasRoom` is false if some did not fit the
 * unit, and `hasPacked` tells that some are kept because the order has open pieces.
 */
export const keepPackedParcels = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  { parcels: told }: RemoteFulfilment,
  { lines, parcels: known, left, asOf }: After,
): Promise<{ parcels: readonly ToldParcel[]; hasRoom: boolean; hasPacked: boolean }> => {
  const isOver = !countOpenPieces({ lines })
  let parcels = known
  const keep = async (parcel: RemoteParcel) => {
    const before = parcels.find(({ id }) => id === parcel.id)
    if (isOver && !before?.pieces.length) return await end(parcel.id, null)
    await recordParcelOfOrder(app, unit, order, parcel, { asOf })
    if (!before) parcels = [...parcels, { id: parcel.id, pieces: [] }]
  }
  const end = async (id: string, since: Date | null) => {
    if (await endPackedParcel(app.db, unit, { fulfilmentOrderId: order.id, parcelId: id, asOf: since }))
      parcels = parcels.filter((each) => each.id !== id)
  }
  const packed = told.filter(({ id }) => !left.some((each) => each.id === id))
  const forgotten = known.filter(({ id, pieces }) => !pieces.length && !told.some((parcel) => parcel.id === id))
  const hasPacked = packed.length > 0 && !isOver
  const work = [
    ...packed.map((parcel) => () => keep(parcel)),
    ...(isOver || asOf
      ? forgotten.map(
          ({ id }) =>
            () =>
              end(id, isOver ? null : asOf),
        )
      : []),
  ]
  for (const each of work) if (!(await unit.attempt(each, ROOM))) return { parcels, hasPacked, hasRoom: false }
  return { parcels, hasPacked, hasRoom: true }
}
