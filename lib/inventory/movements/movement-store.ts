import type { StockMovement } from '../../../schemas/inventory/stock-movement.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'

// Stock movements:  T#<tenant>#stock-movement / <id>   listed newest first, of a stock item or all; never changed

export interface StoredMovement extends Omit<StockMovement, keyof Stored>, Stored {}

export const stockMovements = entity<StoredMovement>({
  name: 'stock-movement',
  shape: 1,
  lists: [
    { facets: [], depth: true },
    { by: ['stockItemId'], facets: [] },
  ],
})
