import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredSellerAccount } from './seller-account.ts'

// Seller accounts:  T#<tenant>#seller-account / <order>   what the seller of an order was charged; due (duePk, dueSk) when
//                                                         the next pieces are earned

export const sellerAccounts = entity<StoredSellerAccount>({
  name: 'seller-account',
  shape: 1,
  audit: false,
  lists: [],
})

export const findSellerAccount = (db: Table, tenant: Id, orderId: Id) => find(db, sellerAccounts, tenant, orderId)
