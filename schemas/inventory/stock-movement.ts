import type { Static } from 'typebox'
import * as Type from 'typebox'
import { REVISED, resource } from '../resource.ts'
import { actorType, nullable, oneOf, timestamp, ulid, uuid } from '../types.ts'

export const MOVEMENT_KINDS = [
  'opening',
  'receipt',
  'reserve',
  'release',
  'hand_over',
  'reverse',
  'return_in',
  'restock',
  'correct',
  'transfer_out',
  'transfer_in',
  'write_off',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const StockMovement = resource(
  'StockMovement',
  '/api/inventory/movements/{id}',
  {
    id: ulid(),
    stockItemId: ulid(),
    variantId: ulid(),
    custodianId: uuid(),
    kind: oneOf(MOVEMENT_KINDS),
    quantity: Type.Integer({ minimum: 0, description: 'Pieces that moved' }),
    onHandChange: Type.Integer({ description: 'Pieces that came to the stock on hand; below 0 if they left it' }),
    reservedChange: Type.Integer({ description: 'Pieces that were reserved; below 0 if they no longer are' }),
    quarantinedChange: Type.Integer({ description: 'Pieces that were set aside; below 0 if they no longer are' }),
    onHandAfter: Type.Integer(),
    reservedAfter: Type.Integer(),
    quarantinedAfter: Type.Integer(),
    reason: nullable(Type.String()),
    cause: nullable(Type.String({ description: 'URI of the resource that caused the movement' })),
    actorId: nullable(ulid({ description: 'Who caused it; null for the platform' })),
    actorType: actorType(),
    occurredAt: nullable(
      timestamp({
        description: 'The time at which it happened, if that was said; the order of movements is that of createdAt',
      }),
    ),
    createdAt: timestamp(),
  },
  REVISED,
)
export type StockMovement = Static<typeof StockMovement.fields>
