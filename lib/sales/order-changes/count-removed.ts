import { countLeftPieces } from '../../fulfilment/order-fulfilments/count-left-pieces.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { OwnParcel } from '../order-parts/assign-elsewhere.ts'
import type { StoredOrder } from '../orders/order.ts'
import { listOwnParcels } from '../shipments/list-own-parcels.ts'

type Line = StoredOrder['lineItems'][number]

/** Counts by SKU the pieces that left in parcels of which the shop was told. */
const countTold = (parcels: readonly OwnParcel[]): Map<SkuKey, number> => {
  const told = new Map<SkuKey, number>()
  for (const { sku, quantity } of parcels.flatMap(({ externalIds, lines }) => (externalIds.length ? lines : [])))
    told.set(foldSku(sku), (told.get(foldSku(sku)) ?? 0) + quantity)
  return told
}

const isFewer = (line: Line, before: Line | undefined) => before !== undefined && line.quantity < before.quantity

/**
 * Counts in the lines of a version the pieces that the shop took off after they had left, because it had not been told of their
 * parcel yet. A shop that knows of the parcel takes pieces off for an exchange or a return, of which it tells by itself.
 */
export const countRemoved = async (
  db: Table,
  tenant: Id,
  before: Pick<StoredOrder, 'id' | 'lineItems'>,
  lines: readonly Line[],
): Promise<Line[]> => {
  const isSame = lines.every((line, i) => !line.removedAfterLeavingQuantity && !isFewer(line, before.lineItems[i]))
  const left = isSame ? undefined : await countLeftPieces(db, tenant, before.id)
  if (!left?.size) return [...lines]
  const told = countTold(await listOwnParcels(db, tenant, before))
  return lines.map((line, i) => {
    const handedOver = left.get(i) ?? 0
    const key = foldSku(line.sku ?? '')
    const known = Math.min(handedOver, told.get(key) ?? 0)
    told.set(key, (told.get(key) ?? 0) - known)
    const missing = Math.max(0, handedOver - Math.max(0, line.quantity - line.fulfilledElsewhereQuantity))
    const marked = line.removedAfterLeavingQuantity
    const unknown = isFewer(line, before.lineItems[i]) ? Math.max(marked, handedOver - known) : marked
    return { ...line, removedAfterLeavingQuantity: Math.min(missing, unknown) }
  })
}
