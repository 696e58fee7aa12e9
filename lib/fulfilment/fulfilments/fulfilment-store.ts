import type { Id } from '../../platform/id.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'

// Fulfilments:  T#<tenant>#fulfilment / <id>   hand-offs of a fulfilment order, the oldest first

export interface StoredFulfilment extends Stored {
  fulfilmentOrderId: Id
  salesOrderId: Id | null
  custodianId: Id
  shipmentId: Id | null
  lines: readonly { orderLineId: Id; stockItemId: Id; sku: string; quantity: number }[]
  handedOverAt: string
  reversedBy: Id | null
}

export const fulfilments = entity<StoredFulfilment>({
  name: 'fulfilment',
  shape: 1,
  lists: [{ by: ['fulfilmentOrderId'], facets: [], uncounted: true }],
})
