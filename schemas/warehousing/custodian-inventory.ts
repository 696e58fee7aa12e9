import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../resource.ts'
import { nullable, ulid, uuid } from '../types.ts'

const StockDifference = Type.Object({
  sku: Type.String(),
  variantId: nullable(ulid({ description: 'Null if no variant has the SKU' })),
  stockItemId: nullable(ulid()),
  theirs: Type.Integer({ description: 'Pieces on hand as the custodian counts them' }),
  ours: nullable(Type.Integer({ description: 'Pieces on hand here; null without a stock item' })),
  difference: Type.Integer({ description: 'Theirs minus ours' }),
})

export const CustodianInventory = resource('CustodianInventory', '/api/warehousing/custodians/{id}/inventory', {
  id: uuid({ description: 'Id of the custodian' }),
  nextCursor: nullable(Type.String({ description: 'Cursor of the next page' })),
  hasMore: Type.Boolean(),
  items: Type.Array(StockDifference),
})
export type CustodianInventory = Static<typeof CustodianInventory.fields>
