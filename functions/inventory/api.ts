import { createRouter } from '../../lib/platform/http/router.ts'
import { createStockItem } from './stock-items/create.ts'
import { getStockItem } from './stock-items/get.ts'
import { listStockItems } from './stock-items/list.ts'
import { updateStockItem } from './stock-items/update.ts'

export const endpoints = {
  listStockItems,
  createStockItem,
  getStockItem,
  updateStockItem,
}

export const handler = createRouter(endpoints)
