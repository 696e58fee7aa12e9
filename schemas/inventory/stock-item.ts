import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { id, input, optional, timestamp, ulid, uuid } from '../types.ts'

const MAX_QUANTITY = 1_000_000_000

const quantity = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_QUANTITY, description, examples: [12] })
const quantities = {
  onHand: quantity('Pieces in stock'),
  reserved: quantity('Pieces that are promised to orders'),
}

export const StockItem = resource('StockItem', '/api/inventory/stock-items/{id}', {
  id: ulid(),
  variantId: ulid(),
  custodianId: uuid(),
  ...quantities,
  availableToPromise: Type.Integer({
    description: 'onHand less reserved; negative if more pieces are reserved than in stock',
  }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type StockItem = Static<typeof StockItem.fields>

export const CreateStockItemInput = input({ variantId: id(), custodianId: id(), ...optional(quantities) })
export type CreateStockItemInput = Static<typeof CreateStockItemInput>
export const UpdateStockItemInput = input(optional(quantities), { minProperties: 1 })
