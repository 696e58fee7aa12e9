import type { Merchant } from '../../../schemas/sales/merchant.ts'
import type { Id } from '../../platform/id.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'

// Merchants:  T#<tenant>#merchant / <id>   listed newest first, searched by the beginning of any word of the name

type StoredMerchant = Omit<Merchant, keyof Stored> & Stored

export const merchants = entity<StoredMerchant>({
  name: 'merchant',
  shape: 1,
  audit: {},
  lists: [{ facets: [] }],
  search: ({ name }) => name,
})

export const findMerchant = (db: Table, tenant: Id, id: string) => find(db, merchants, tenant, id)

export const listMerchants = (db: Table, tenant: Id, page: Page, search?: string) =>
  list(db, merchants, tenant, { ...page, search })
