import { createRouter } from '../../lib/platform/http/router.ts'
import { cancelGoodsReceipt } from './goods-receipts/cancel.ts'
import { closeGoodsReceipt } from './goods-receipts/close.ts'
import { createGoodsReceipt } from './goods-receipts/create.ts'
import { getGoodsReceipt } from './goods-receipts/get.ts'
import { listGoodsReceipts } from './goods-receipts/list.ts'
import { receiveGoodsReceipt } from './goods-receipts/receive.ts'
import { getLot } from './lots/get.ts'
import { listLots } from './lots/list.ts'
import { recallLot } from './lots/recall.ts'
import { getStockMovement } from './movements/get.ts'
import { listStockMovements } from './movements/list.ts'
import { getSerialUnit } from './serial-units/get.ts'
import { listSerialUnits } from './serial-units/list.ts'
import { correctStockItem } from './stock-items/correct.ts'
import { createStockItem } from './stock-items/create.ts'
import { discontinueStockItem } from './stock-items/discontinue.ts'
import { getStockItem } from './stock-items/get.ts'
import { listStockItems } from './stock-items/list.ts'
import { restockStockItem } from './stock-items/restock.ts'
import { updateStockItem } from './stock-items/update.ts'
import { writeOffStockItem } from './stock-items/write-off.ts'
import { cancelTransfer } from './transfers/cancel.ts'
import { createTransfer } from './transfers/create.ts'
import { getTransfer } from './transfers/get.ts'
import { listTransfers } from './transfers/list.ts'
import { receiveTransfer } from './transfers/receive.ts'
import { shipTransfer } from './transfers/ship.ts'

export const endpoints = {
  listStockItems,
  createStockItem,
  getStockItem,
  updateStockItem,
  correctStockItem,
  writeOffStockItem,
  restockStockItem,
  discontinueStockItem,
  listStockMovements,
  getStockMovement,
  listGoodsReceipts,
  createGoodsReceipt,
  getGoodsReceipt,
  receiveGoodsReceipt,
  closeGoodsReceipt,
  cancelGoodsReceipt,
  listTransfers,
  createTransfer,
  getTransfer,
  shipTransfer,
  receiveTransfer,
  cancelTransfer,
  listLots,
  getLot,
  recallLot,
  listSerialUnits,
  getSerialUnit,
}

export const handler = createRouter(endpoints)
