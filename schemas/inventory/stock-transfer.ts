import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { id, input, nullable, oneOf, text, timestamp, ulid, uuid } from '../types.ts'
import { quantity } from './stock-item.ts'

export const TRANSFER_STATES = ['draft', 'in_transit', 'completed', 'cancelled'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

/** All lines leave in one transaction. */
const MAX_TRANSFER_LINES = 10

const reference = () => nullable(text(100, { examples: ['Restock Berlin'] }))

export const StockTransfer = resource('StockTransfer', '/api/inventory/transfers/{id}', {
  id: ulid(),
  fromCustodianId: uuid(),
  toCustodianId: uuid(),
  reference: reference(),
  status: oneOf(TRANSFER_STATES),
  lines: Type.Array(
    Type.Object({
      variantId: ulid(),
      quantity: quantity('Pieces to move'),
      shipped: quantity('Pieces that left'),
      received: quantity('Pieces that arrived'),
      lost: quantity('Pieces that left and will not arrive'),
      inTransit: quantity('Pieces that left and have not arrived'),
    }),
  ),
  shippedAt: nullable(timestamp()),
  completedAt: nullable(timestamp()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type StockTransfer = Static<typeof StockTransfer.fields>

export const CreateTransferInput = input({
  fromCustodianId: id(),
  toCustodianId: id(),
  reference: Type.Optional(reference()),
  lines: Type.Array(input({ variantId: id(), quantity: quantity('Pieces to move', 1) }), {
    minItems: 1,
    maxItems: MAX_TRANSFER_LINES,
  }),
})
export type CreateTransferInput = Static<typeof CreateTransferInput>

export const ReceiveTransferInput = input({
  lines: Type.Array(
    input({
      variantId: id(),
      received: quantity('Pieces that arrived'),
      lost: Type.Optional(quantity('Pieces that will not arrive; they are written off')),
    }),
    { minItems: 1, maxItems: MAX_TRANSFER_LINES },
  ),
  reason: Type.Optional(
    nullable(text(500, { description: 'Required if pieces were lost', examples: ['Pallet fell'] })),
  ),
})
export type ReceiveTransferInput = Static<typeof ReceiveTransferInput>
