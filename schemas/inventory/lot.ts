import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { date, input, nullable, oneOf, text, timestamp, ulid, uuid } from '../types.ts'
import { quantity } from './stock-item.ts'

export const LOT_STATES = ['active', 'expired', 'recalled', 'depleted'] as const
export type LotState = (typeof LOT_STATES)[number]

export const lotCode = () => text(64, { examples: ['L-2026-118'] })

export const Lot = resource('Lot', '/api/inventory/lots/{id}', {
  id: ulid(),
  stockItemId: ulid(),
  variantId: ulid(),
  custodianId: uuid(),
  code: lotCode(),
  expiresOn: nullable(date({ description: 'Last day of use, in the time zone of the tenant' })),
  status: oneOf(LOT_STATES),
  onHand: quantity('Pieces of the lot on the shelf'),
  reserved: quantity('Pieces of the lot that are promised to orders'),
  recallReason: nullable(Type.String()),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type Lot = Static<typeof Lot.fields>

export const RecallLotInput = input({
  reason: Type.Optional(nullable(text(500, { examples: ['Recalled by the producer'] }))),
})
