import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Members, type Page } from '../../platform/store/lists/list.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { hashBillNumber, type StoredBill } from './bill.ts'

// Bills:  T#<tenant>#bill / <id>   listed newest first by any of partner and status; one for each partner and number

export const bills = entity<StoredBill>({
  name: 'bill',
  shape: 1,
  audit: {},
  lists: [{ facets: ['status'] }, { by: ['partnerId'], facets: ['status'] }],
  unique: ({ partnerId, billNumber, status }) => ({
    number: status === 'cancelled' ? null : hashBillNumber(partnerId, billNumber),
  }),
})

interface BillFilters {
  partnerId?: Id | undefined
  status?: string | undefined
}

export const findBill = (db: Table, tenant: Id, id: string) => find(db, bills, tenant, id)

export const readPageOfBills = async (db: Table, tenant: Id, page: Page, { partnerId, status }: BillFilters) => {
  const found = await list(db, bills, tenant, { ...page, facets: { status }, ...(partnerId && { by: { partnerId } }) })
  return { ...found, items: found.items.map((bill) => showBill(tenant, bill)) } satisfies Members<unknown>
}

export const showBill = (tenantId: Id, bill: StoredBill) => ({ adjustments: [], ...bill, tenantId })
