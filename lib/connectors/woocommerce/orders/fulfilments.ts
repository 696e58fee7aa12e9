import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { readTrackingNumbers } from '../../fulfilments/tracking-numbers.ts'
import { isInteger, parseList, parseObject, readText } from '../../reading.ts'
import { isShownFulfilment, MARK, readMeta } from '../parcel-records.ts'

/** What the shop notes at an order of which pieces are fulfilled. */
const FULFILLED = ['fulfilled', 'partially_fulfilled']

/** Tells whether an order has fulfilments, which its record does not show. */
export const hasFulfilments = (order: unknown): boolean =>
  FULFILLED.includes(String(readMeta(parseObject(order)).get('_fulfillment_status')))

/** Reads the shop's own fulfilments, which `order` has as the list of them was read. */
export const readWooFulfilments = (order: unknown): NonNullable<OrderRow['fulfilments']> =>
  parseList(parseObject(order).fulfillments)
    .map(parseObject)
    .filter(isShownFulfilment)
    .flatMap((record) => {
      const meta = readMeta(record)
      const lines = parseList(meta.get('_items')).flatMap((item) => {
        const { item_id: id, qty: quantity } = parseObject(item)
        return isInteger(quantity) && quantity > 0 ? [{ externalLineId: readText(id), quantity }] : []
      })
      const shown = {
        externalFulfilmentId: readText(record.id),
        shipmentId: readText(meta.get(MARK), 26),
        trackingNumbers: readTrackingNumbers(meta.get('_tracking_number')),
      }
      return lines.length ? [{ ...shown, lines }] : []
    })
