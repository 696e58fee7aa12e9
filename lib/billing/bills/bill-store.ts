import type { BillState } from '../../../schemas/billing/bill.ts'
import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { readAllOldestFirst } from '../../platform/store/lists/read-all-oldest-first.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { hashBillNumber, type StoredBill } from './bill.ts'

// Bills:  T#<tenant>#bill / <id>   listed newest first by any of partner and status; those that may be the same by
//                                  partner, currency, total and day of issue; one for each partner and number

export const bills = entity<StoredBill>({
  name: 'bill',
  shape: 1,
  audit: {},
  lists: [
    { facets: ['status'] },
    { by: ['partnerId'], facets: ['status'] },
    { by: ['duplicateKey'], facets: [], uncounted: true },
  ],
  unique: ({ partnerId, billNumber, status }) => ({
    number: status === 'cancelled' ? null : hashBillNumber(partnerId, billNumber),
  }),
})

interface BillFilters {
  partnerId?: Id | undefined
  status?: BillState | undefined
}

export const findBill = (db: Table, tenant: Id, id: string) => find(db, bills, tenant, id)

/** Loads the bill named in the request, for a change; checks `If-Match`. */
export const loadBill = (unit: Unit, id: string) => unit.load(bills, id)

export const readPageOfBills = (db: Table, tenant: Id, page: Page, { partnerId, status }: BillFilters) =>
  list(db, bills, tenant, { ...page, facets: { status }, ...(partnerId && { by: { partnerId } }) })

/** Lists all bills that are scheduled, the oldest first. */
export const listScheduledBills = (db: Table, tenant: Id): Promise<StoredBill[]> =>
  readAllOldestFirst(db, bills, tenant, { facets: { status: 'scheduled' } })

const MAX_DUPLICATES = 5

/** Lists other bills that may be the same one, the oldest first. */
export const listPossibleDuplicates = async (
  db: Table,
  tenant: Id,
  { id, duplicateKey }: StoredBill,
): Promise<StoredBill[]> => {
  if (!duplicateKey) return []
  const limit = MAX_DUPLICATES + 1
  const { items } = await scanOldestFirst(db, bills, tenant, { by: { duplicateKey }, limit })
  return items.filter((each) => each.id !== id && each.duplicateKey === duplicateKey).slice(0, MAX_DUPLICATES)
}
