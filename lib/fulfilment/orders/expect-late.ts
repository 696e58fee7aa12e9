import type { Unit } from '../../platform/store/unit.ts'
import type { OrderStep, StoredOrderFulfilment } from '../order-fulfilments/order-fulfilment.ts'

/** Expects pieces back that left after their sales order had ended, such as from a custodian that refused to cancel. */
export const expectLate = (
  unit: Unit,
  { isCancelled }: Pick<StoredOrderFulfilment, 'isCancelled'>,
  steps: readonly OrderStep[],
): void => {
  if (!isCancelled) return
  for (const { before, after } of steps) {
    const pieces = after.lines.flatMap(({ id, sku, handedOver }) => {
      const known = before?.lines.find((line) => line.id === id)?.handedOver ?? 0
      return handedOver > known ? [{ sku, quantity: handedOver - known }] : []
    })
    if (pieces.length)
      unit.schedule('fulfilment.returns.expect-late', {
        ...{ tenant: unit.tenant, fulfilmentOrderId: after.id, revision: after.rev, pieces },
      })
  }
}
