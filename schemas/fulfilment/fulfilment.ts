import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { input, nullable, text, timestamp, ulid, uuid } from '../types.ts'

/** Pieces that left a custodian at one moment in one parcel. It never changes; a reversal is a second one that names it. */
export const Fulfilment = resource(
  'Fulfilment',
  '/api/fulfilment/orders/{fulfilmentOrderId}/fulfilments/{id}',
  {
    id: ulid(),
    fulfilmentOrderId: ulid(),
    salesOrderId: nullable(ulid()),
    custodianId: uuid(),
    shipmentId: nullable(ulid({ description: 'The parcel; null for a reversal' })),
    lines: Type.Array(
      Type.Object({
        orderLineId: ulid({ description: 'Id of the line of the fulfilment order' }),
        stockItemId: nullable(ulid({ description: 'Null for pieces that no stock was reserved for' })),
        sku: Type.String(),
        quantity: Type.Integer(),
      }),
    ),
    handedOverAt: timestamp(),
    reverses: nullable(ulid({ description: 'The fulfilment that this one reverses' })),
    reversedBy: nullable(ulid({ description: 'The fulfilment that reverses this one' })),
    reason: nullable(Type.String({ description: 'Why it was reversed' })),
    createdAt: timestamp(),
  },
  REVISED,
)
export type Fulfilment = Static<typeof Fulfilment.fields>

export const ReverseFulfilmentInput = input({ reason: text(500, { examples: ['Scanned the wrong order'] }) })
