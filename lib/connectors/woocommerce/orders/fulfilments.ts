import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { readTrackingNumbers } from '../../fulfilments/tracking-numbers.ts'
import { isInteger, parseList, parseObject, readText } from '../../reading.ts'
import { isShownFulfilment, MARK, readMeta } from '../parcel-records.ts'

/** What the shop notes at an order of which pieces are fulfilled. */
const FULFILLED = ['fulfilled', 'partially_fulfilled']

/** Tells whether an order has fulfilments, which its record does not show. */
export const hasFulfilments = (order: unknown): boolean =>
  FULFILLED.includes(String(readMeta(parseObject(order)).get('_fulfillment_status')))

const readPieces = (meta: ReadonlyMap<string, unknown>) =>
  parseList(meta.get('_items')).flatMap((item) => {
    const { item_id: id, qty: quantity } = parseObject(item)
    return isInteger(quantity) && quantity > 0 ? [{ externalLineId: readText(id), quantity }] : []
  })

const listShown = (order: unknown) =>
  parseList(parseObject(order).fulfillments).map(parseObject).filter(isShownFulfilment)

/** Counts by line the pieces that were fulfilled up to a time, which is the shop's local one as its fulfilments state it. */
export const countFulfilled = (order: unknown, until: string | null): Map<string, number> => {
  const fulfilled = new Map<string, number>()
  for (const meta of listShown(order).map(readMeta)) {
    const at = readText(meta.get('_date_fulfilled'))?.replace(' ', 'T')
    if (at && until && at > until) continue
    for (const { externalLineId: line, quantity } of readPieces(meta))
      if (line !== null) fulfilled.set(line, (fulfilled.get(line) ?? 0) + quantity)
  }
  return fulfilled
}

/** Reads the shop's own fulfilments, which `order` has as the list of them was read. */
export const readWooFulfilments = (order: unknown): NonNullable<OrderRow['fulfilments']> =>
  listShown(order).flatMap((record) => {
    const meta = readMeta(record)
    const lines = readPieces(meta)
    const shown = {
      externalFulfilmentId: readText(record.id),
      shipmentId: readText(meta.get(MARK), 26),
      trackingNumbers: readTrackingNumbers(meta.get('_tracking_number')),
    }
    return lines.length ? [{ ...shown, lines }] : []
  })
