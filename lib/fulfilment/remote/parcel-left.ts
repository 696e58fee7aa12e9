import type { RemoteFulfilment, RemoteParcel } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import type { StoredFulfilmentLine, ToldParcel } from '../orders/fulfilment-order.ts'

/** The id of the parcel with what a custodian sent without naming a parcel. No custodian's id begins with a space. */
export const UNNAMED = ' unnamed'

type Pieces = Map<SkuKey, number>

const add = (sums: Pieces, key: SkuKey, quantity: number) => sums.set(key, (sums.get(key) ?? 0) + quantity)

/** Adds up pieces by SKU. */
export const addUpBySku = (told: readonly { sku: string; quantity: number }[]): Pieces => {
  const sums: Pieces = new Map()
  for (const { sku, quantity } of told) add(sums, foldSku(sku), Math.max(0, Math.floor(quantity)))
  return sums
}

/** Adds up the pieces that were counted of parcels by SKU. */
export const addUpCounted = (lines: readonly StoredFulfilmentLine[], parcels: readonly ToldParcel[]): Pieces => {
  const keys = new Map<Id, SkuKey>(lines.map(({ id, sku }) => [id, foldSku(sku)]))
  const sums: Pieces = new Map()
  for (const { lineId, quantity } of parcels.flatMap(({ pieces }) => pieces)) {
    const key = keys.get(lineId)
    if (key !== undefined) add(sums, key, quantity)
  }
  return sums
}

/** States that no parcel has while its custodian still holds it. */
const LEFT = ['in_transit', 'out_for_delivery', 'delivered', 'refused', 'damaged', 'lost']

/** Returns the time at which a parcel left its custodian; null if it has not. A scan of its carrier tells it, too. */
export const findLeftAt = ({ handedOverAt, events }: RemoteParcel): string | null =>
  handedOverAt ??
  events
    .flatMap(({ state, occurredAt }) => (state !== null && LEFT.includes(state) ? [occurredAt] : []))
    .sort()
    .at(0) ??
  null

export const hasParcelLeft = (parcel: RemoteParcel): boolean => findLeftAt(parcel) !== null

const isEnded = ({ events }: RemoteParcel) => events.some(({ state }) => state === 'cancelled')

/** Lists the parcels that a custodian which is done no longer holds, although it does not say when they left. */
export const listSilentlyLeft = ({ state, parcels }: RemoteFulfilment): RemoteParcel[] =>
  state === 'closed' ? parcels.filter((parcel) => !hasParcelLeft(parcel) && !isEnded(parcel)) : []

/** Tells whether the pieces that are neither named nor cancelled are in the parcels which do not name theirs. */
export const holdsTheRest = ({ state, cancelled }: RemoteFulfilment): boolean =>
  state === 'closed' || (state === 'cancelled' && cancelled.length > 0)
