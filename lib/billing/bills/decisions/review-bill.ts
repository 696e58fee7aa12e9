import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { nameActor } from '../../../platform/store/unit-scope.ts'
import { moveBill, type StoredBill } from '../bill.ts'
import { bills, loadBill } from '../bill-store.ts'

export const reviewBill = async (unit: Unit, id: Id): Promise<StoredBill> => {
  const before = await loadBill(unit, id)
  return unit.update(bills, before, {
    status: moveBill(before, 'review'),
    ...nameActor('reviewedBy', unit),
    reviewedAt: unit.now.toISOString(),
  })
}
