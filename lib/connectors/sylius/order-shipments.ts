import type { OrderRow } from '../../../schemas/sales/order.ts'
import { readTrackingNumbers } from '../fulfilments/tracking-numbers.ts'
import { parseList, parseObject, readText } from '../reading.ts'
import { readIriEnd } from './ask-shop.ts'

type FulfilmentRow = NonNullable<OrderRow['fulfilments']>[number]

/** Tells whether shipments of an order have left, so that they have to be read. */
export const hasShipped = (order: unknown): boolean =>
  ['shipped', 'partially_shipped'].includes(String(parseObject(order).shippingState))

const readUnits = (record: unknown) => parseList(parseObject(record).units).flatMap((unit) => readIriEnd(unit) ?? [])

/**
 * Reads the shipments of an order that have left. The only one has all of its pieces; several are told apart by their units, and
 * undefined is returned if these are not shown and some pieces have not left.
 */
export const readSyliusFulfilments = (order: unknown, shipments: readonly unknown[]): FulfilmentRow[] | undefined => {
  const items = parseList(parseObject(order).items)
  const shipped = shipments.map(parseObject).filter(({ state }) => state === 'shipped')
  const isWhole = parseObject(order).shippingState === 'shipped'
  const rows = shipped.flatMap((shipment): FulfilmentRow[] => {
    const units = new Set(readUnits(shipment))
    const lines = items.flatMap((item) => {
      const quantity = readUnits(item).filter((unit) => units.has(unit)).length
      return quantity ? [{ externalLineId: readText(parseObject(item).id), quantity }] : []
    })
    const shown = {
      externalFulfilmentId: readText(shipment.id),
      trackingNumbers: readTrackingNumbers(shipment.tracking),
    }
    if (shipments.length === 1) return [shown]
    return lines.length ? [{ ...shown, lines }] : []
  })
  return isWhole || rows.length === shipped.length ? rows : undefined
}
