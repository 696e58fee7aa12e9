import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { id, input, nullable, oneOf, optional, text, timestamp, ulid, uuid } from '../types.ts'

export const MAX_QUANTITY = 1_000_000_000

export const quantity = (description: string, minimum = 0) =>
  Type.Integer({ minimum, maximum: MAX_QUANTITY, description, examples: [12] })

/** Ways in which pieces of a stock item are told apart. */
export const TRACKINGS = ['none', 'lot', 'serial'] as const
export type Tracking = (typeof TRACKINGS)[number]

const settable = {
  backorderLimit: quantity('Pieces that may be reserved beyond those on hand; 0 if the item is tracked'),
  tracking: oneOf(TRACKINGS, {
    description: 'The way in which pieces are told apart; fixed once the item has a movement',
  }),
}

export const StockItem = resource('StockItem', '/api/inventory/stock-items/{id}', {
  id: ulid(),
  variantId: ulid(),
  custodianId: uuid(),
  onHand: Type.Integer({ description: 'Pieces on the shelf; below 0 if more left than were counted', examples: [12] }),
  reserved: quantity('Pieces that are promised to orders'),
  blocked: quantity('Pieces on hand and not reserved whose lot is expired or recalled'),
  quarantined: quantity('Pieces that came back and are set aside; not part of onHand'),
  ...settable,
  isDiscontinued: Type.Boolean({ description: 'If true, nothing can be reserved any more' }),
  availableToPromise: Type.Integer({
    description: 'onHand less reserved and blocked; negative if more pieces are reserved than in stock',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type StockItem = Static<typeof StockItem.fields>

export const CreateStockItemInput = input({
  variantId: id(),
  custodianId: id(),
  ...optional({ onHand: quantity('Pieces in stock; recorded as the opening movement'), ...settable }),
})
export type CreateStockItemInput = Static<typeof CreateStockItemInput>

export const UpdateStockItemInput = input(optional(settable), { minProperties: 1 })
export type UpdateStockItemInput = Static<typeof UpdateStockItemInput>

const reason = () => text(500, { examples: ['Counted on 31 March'] })

export const CorrectStockInput = input({
  onHand: quantity('Pieces that were counted; of the lot if one is given'),
  reason: Type.Optional(nullable(reason())),
  lotId: Type.Optional(nullable(id({ description: 'Lot that was counted; required if the item is tracked by lot' }))),
})
export type CorrectStockInput = Static<typeof CorrectStockInput>

/** Pieces of one call that are told apart by their serial numbers. */
export const MAX_SERIAL_PIECES = 15

/** Pieces of a stock item that a person names: a number, of a lot or with serial units if the item is tracked. */
const named = {
  quantity: quantity('Number of pieces', 1),
  reason: reason(),
  lotId: Type.Optional(nullable(id({ description: 'Required if the item is tracked by lot' }))),
  serialUnitIds: Type.Optional(
    nullable(
      Type.Array(id(), {
        maxItems: MAX_SERIAL_PIECES,
        description: 'As many as the quantity; required if the item is tracked by serial number',
      }),
    ),
  ),
}

export const WriteOffStockInput = input({
  ...named,
  from: Type.Optional(oneOf(['on_hand', 'quarantine'], { default: 'on_hand' })),
})
export type WriteOffStockInput = Static<typeof WriteOffStockInput>

export const RestockInput = input(named)
export type RestockInput = Static<typeof RestockInput>
