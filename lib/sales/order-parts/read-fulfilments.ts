import type { OrderRow } from '../../../schemas/sales/order.ts'
import { trimText } from './trim-text.ts'

type Row = NonNullable<OrderRow['fulfilments']>[number]

/** A fulfilment as one version of an order shows it. */
export interface ShownFulfilment {
  kind: NonNullable<Row['kind']>
  externalId: string | null
  /** Our id of the shipment, where the shop keeps it. */
  shipmentId: string | null
  trackingNumbers: readonly string[]
  /** Empty if it has everything that no other fulfilment has. */
  lines: readonly { externalLineId: string | null; sku: string | null; quantity: number }[]
}

/** The fulfilment that one version of an order tells, whoever sends it. */
export interface Shown {
  fulfilments: readonly ShownFulfilment[]
  /** By line in their order, the pieces that have been sent; null if the version does not tell. */
  fulfilled: readonly (number | null)[]
}

const readFulfilment = (row: Row): ShownFulfilment => ({
  kind: row.kind ?? 'sent',
  externalId: trimText(row.externalFulfilmentId),
  shipmentId: trimText(row.shipmentId),
  trackingNumbers: row.trackingNumbers ?? [],
  lines: (row.lines ?? []).map(({ externalLineId, sku, quantity }) => ({
    externalLineId: trimText(externalLineId),
    sku: trimText(sku),
    quantity,
  })),
})

export const readFulfilments = ({ fulfilments, lineItems }: OrderRow): Shown => ({
  fulfilments: (fulfilments ?? []).map(readFulfilment),
  fulfilled: (lineItems ?? []).map(({ fulfilledQuantity }) => fulfilledQuantity ?? null),
})
