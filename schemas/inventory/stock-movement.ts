import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, oneOf, timestamp, ulid, uuid } from '../types.ts'

export const MOVEMENT_KINDS = [
  'receipt',
  'reserve',
  'release',
  'hand_over',
  'reverse',
  'return_in',
  'correct',
  'transfer_out',
  'transfer_in',
  'write_off',
] as const
export type MovementKind = (typeof MOVEMENT_KINDS)[number]

export const StockMovement = resource('StockMovement', '/api/inventory/movements/{id}', {
  id: ulid(),
  stockItemId: ulid(),
  variantId: ulid(),
  custodianId: uuid(),
  kind: oneOf(MOVEMENT_KINDS),
  onHandChange: Type.Integer({ description: 'Pieces that came to the stock on hand; below 0 if they left it' }),
  reservedChange: Type.Integer({ description: 'Pieces that were reserved; below 0 if they no longer are' }),
  onHandAfter: Type.Integer(),
  reservedAfter: Type.Integer(),
  reason: nullable(Type.String()),
  cause: nullable(Type.String({ description: 'URI of the resource that caused the movement' })),
  actorId: nullable(ulid({ description: 'The member that caused it; null for the platform' })),
  createdAt: timestamp(),
})
export type StockMovement = Static<typeof StockMovement.fields>
