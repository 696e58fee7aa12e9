import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Trouble } from '../incidents/raise-incident.ts'
import { countExcess, type StoredOrderFulfilment } from '../order-fulfilments/order-fulfilment.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { changeOrder } from '../orders/change-order.ts'
import { countHandedOver, countOpen, isUnsent, type StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { cancelPieces } from '../orders/lines.ts'

const REASON = 'The shop does not expect these pieces any more or holds them back, or others were sent in their place'

/** Finds the open pieces of a fulfilment order that are not to be sent. */
const findExcess = ({ lines }: StoredOrderFulfilment, order: StoredFulfilmentOrder): Map<Id, number> => {
  const left = new Map(lines.map((line) => [line.orderLine, countExcess(line)]))
  return new Map(
    order.lines.flatMap((line) => {
      const most = line.orderLine === null ? 0 : (left.get(line.orderLine) ?? 0)
      const quantity = Math.min(most, countOpen(line))
      if (line.orderLine === null || !quantity) return []
      left.set(line.orderLine, most - quantity)
      return [[line.id, quantity] as const]
    }),
  )
}

const describePieces = ({ lines }: StoredFulfilmentOrder, excess: ReadonlyMap<Id, number>): string =>
  lines
    .flatMap(({ id, sku }) => (excess.has(id) ? `${excess.get(id)} of ${sku}` : []))
    .slice(0, 5)
    .join(', ')

const buildTrouble = (order: StoredFulfilmentOrder, excess: ReadonlyMap<Id, number>): Trouble => ({
  reason: 'order_changed',
  description: `${REASON}, which ${order.custodianName} works on already: ${describePieces(order, excess)}`,
  fulfilmentOrderId: order.id,
  custodian: { id: order.custodianId, name: order.custodianName },
})

const isAskable = ({ request }: StoredFulfilmentOrder) => ['sending', 'sent', 'accepted'].includes(request)

/** Tells whether people have begun to pick the order; a hand-over of a part says nothing about the rest. */
const isBeingPicked = (order: StoredFulfilmentOrder) =>
  order.isManual && order.startedAt !== null && countHandedOver(order) === 0

/**
 * Takes pieces that are not to be sent any more, or not yet, from one fulfilment order, with their reservations. A custodian
 * whose system has the order is asked to cancel it whole, since systems know no parts; what is still wanted of it is planned
 * again. Tells people if somebody has begun. Returns false if nothing is left to take.
 */
export const cutExcess = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  record: StoredOrderFulfilment,
  live: readonly StoredFulfilmentOrder[],
): Promise<boolean> => {
  const candidates = live
    .filter((order) => isUnsent(order) || isAskable(order))
    .map((order) => ({ order, excess: findExcess(record, order) }))
    .filter(({ excess }) => excess.size > 0)
  const [next] = [...candidates].sort((a, b) => Number(isUnsent(b.order)) - Number(isUnsent(a.order)))
  if (!next) return false
  const { order, excess } = next
  if (!isUnsent(order)) {
    await cancelOrder(app, unit, order, { reason: REASON, reroute: true }, buildTrouble(order, excess))
    return true
  }
  const { lines, moves } = cancelPieces(order.lines, excess)
  await changeOrder(app, unit, order, {
    fields: { lines },
    moves,
    reason: REASON,
    givesBack: true,
    record,
    ...(isBeingPicked(order) && { trouble: buildTrouble(order, excess) }),
  })
  return true
}
