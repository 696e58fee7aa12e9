import type { BillWarning } from '../../../schemas/billing/bill.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredBill } from './bill.ts'
import { listPossibleDuplicates } from './bill-store.ts'

export const showBill = (tenantId: Id, bill: StoredBill, warnings: BillWarning[] = []) => ({
  ...bill,
  tenantId,
  warnings,
})

/** Presents a bill with its warnings. */
export const presentBill = async (db: Table, tenant: Id, bill: StoredBill) =>
  showBill(
    tenant,
    bill,
    (await listPossibleDuplicates(db, tenant, bill)).map(({ id, billNumber }) => ({
      code: 'POSSIBLE_DUPLICATE',
      message: `Bill ${billNumber} (${id}) has the same partner, amount and date.`,
    })),
  )
