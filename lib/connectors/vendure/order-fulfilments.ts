import type { OrderRow } from '../../../schemas/sales/order.ts'
import { readTrackingNumbers } from '../fulfilments/tracking-numbers.ts'
import { isInteger, parseList, parseObject, readText } from '../reading.ts'

/** Reads the fulfilments of an order. One that is not shipped yet counts, since the shop expects no other for its pieces. */
export const readVendureFulfilments = (order: unknown): NonNullable<OrderRow['fulfilments']> =>
  parseList(parseObject(order).fulfillments).flatMap((fulfilment) => {
    const { id, state, trackingCode, lines: pieces } = parseObject(fulfilment)
    const lines = parseList(pieces).flatMap((piece) => {
      const { orderLineId, quantity } = parseObject(piece)
      return isInteger(quantity) && quantity > 0 ? [{ externalLineId: readText(orderLineId), quantity }] : []
    })
    return state === 'Cancelled' || !lines.length
      ? []
      : [{ externalFulfilmentId: readText(id), trackingNumbers: readTrackingNumbers(trackingCode), lines }]
  })
