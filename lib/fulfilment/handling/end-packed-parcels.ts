import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { endPackedParcel } from '../../shipping/reversals/end-packed-parcel.ts'
import { countOpenPieces, type StoredFulfilmentOrder, type ToldParcel } from '../orders/fulfilment-order.ts'

/**
 * Ends the parcels that a custodian told of and that never left, once people have decided about all pieces of its order: nobody
 * asks the custodian again. Returns the parcels that stay.
 */
export const endPackedParcels = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  { id: fulfilmentOrderId }: StoredFulfilmentOrder,
  { lines, parcels }: Pick<StoredFulfilmentOrder, 'lines' | 'parcels'>,
): Promise<readonly ToldParcel[]> => {
  if (countOpenPieces({ lines })) return parcels
  const packed = parcels.filter(({ pieces }) => !pieces.length)
  const ended = await Promise.all(
    packed.map(({ id: parcelId }) => endPackedParcel(db, unit, { fulfilmentOrderId, parcelId, asOf: null })),
  )
  return parcels.filter((parcel) => !ended[packed.indexOf(parcel)])
}
