import type { Unit } from '../../platform/store/unit.ts'
import type { OrderOfChannel } from '../../sales/orders/find-orders.ts'
import type { Trouble } from '../incidents/raise-incident.ts'
import type { OrderFulfilmentLine, StoredOrderFulfilment } from '../order-fulfilments/order-fulfilment.ts'

/**
 * Expects pieces back that the shop has just taken off an order after they had left. Returns what people are told of them;
 * undefined if there are none.
 */
export const expectRemoved = (
  unit: Unit,
  { id, revision }: OrderOfChannel['order'],
  record: StoredOrderFulfilment,
  lines: readonly OrderFulfilmentLine[],
): Trouble | undefined => {
  const pieces = lines.flatMap(({ orderLine, sku, removed }) => {
    const known = record.lines.find((line) => line.orderLine === orderLine)?.removed ?? 0
    return removed > known ? [{ orderLine, sku, quantity: removed - known }] : []
  })
  if (!pieces.length) return undefined
  unit.schedule('fulfilment.returns.expect', {
    ...{ tenant: unit.tenant, salesOrderId: id, revision },
    pieces: pieces.map(({ orderLine, quantity }) => ({ orderLine, quantity })),
  })
  const named = pieces.slice(0, 5).map(({ sku, quantity }) => `${quantity} of ${sku ?? 'a line without SKU'}`)
  return {
    reason: 'removed_after_leaving',
    description: `The shop took pieces off the order after they had left: ${named.join(', ')}`,
  }
}
