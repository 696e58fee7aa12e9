import { GOODS_RECEIPT_STATES, type GoodsReceiptState } from '../../../schemas/inventory/goods-receipt.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { presentGoodsReceipt, type StoredGoodsReceipt } from './goods-receipt.ts'

// Goods receipts:  T#<tenant>#goods-receipt / <id>   listed newest first by any of custodian and status

const merged = { facet: 'status', values: GOODS_RECEIPT_STATES } as const

export const goodsReceipts = entity<StoredGoodsReceipt>({
  name: 'goods-receipt',
  shape: 1,
  audit: {},
  lists: [{ facets: ['status'] }, { by: ['custodianId'], facets: ['status'], merged }],
})

export const findGoodsReceipt = async (db: Table, tenant: Id, id: string) => {
  const receipt = await find(db, goodsReceipts, tenant, id)
  return receipt && presentGoodsReceipt(receipt)
}

interface ReceiptFilters {
  custodianId?: Id | undefined
  status?: GoodsReceiptState | undefined
}

export const listGoodsReceipts = async (db: Table, tenant: Id, page: Page, { custodianId, status }: ReceiptFilters) => {
  const by = custodianId && { by: { custodianId } }
  const found = await list(db, goodsReceipts, tenant, { ...page, facets: { status }, ...by })
  return { ...found, items: found.items.map(presentGoodsReceipt) }
}
