import { readFulfilmentOrders } from '../../fulfilment/orders/read-fulfilment-order.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'
import type { StoredOrder } from '../orders/order.ts'

/**
 * Returns the shipments of an order with the SKUs of its lines in the shop, by which the shop's lines are found: a line that
 * names its variant by the shop's id may have another SKU there than the catalog has.
 */
export const spellAsInShop = async (
  db: Table,
  tenant: Id,
  { id, lineItems }: Pick<StoredOrder, 'id' | 'lineItems'>,
  shipments: readonly StoredShipment[],
): Promise<StoredShipment[]> => {
  const ofShop = new Set(lineItems.map(({ sku }) => foldSku(sku ?? '')))
  const isKnown = ({ sku }: { sku: string }) => ofShop.has(foldSku(sku))
  if (shipments.every(({ lines }) => lines.every(isKnown))) return [...shipments]
  const planned = (await readFulfilmentOrders(db, tenant, id)).flatMap(({ lines }) => lines)
  const spelling = new Map(
    planned.flatMap(({ sku, orderLine }) => {
      const shown = orderLine === null ? null : lineItems[orderLine]?.sku
      return shown ? [[foldSku(sku), shown] as const] : []
    }),
  )
  return shipments.map((shipment) => ({
    ...shipment,
    lines: shipment.lines.map((line) =>
      isKnown(line) ? line : { ...line, sku: spelling.get(foldSku(line.sku)) ?? line.sku },
    ),
  }))
}
