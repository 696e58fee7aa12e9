import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { nameActor } from '../../../platform/store/unit-scope.ts'
import { checkBillInNoRun, moveBill, type StoredBill } from '../bill.ts'
import { bills, loadBill } from '../bill-store.ts'

export const disputeBill = async (unit: Unit, id: Id, reason: string): Promise<StoredBill> => {
  const before = await loadBill(unit, id)
  const status = moveBill(before, 'dispute')
  checkBillInNoRun(before)
  return unit.update(bills, before, {
    status,
    ...nameActor('disputedBy', unit),
    disputedAt: unit.now.toISOString(),
    disputeReason: reason,
  })
}

/** Ends the dispute about a bill. What was approved before is open again, because the bill may be changed now. */
export const resolveBill = async (unit: Unit, id: Id): Promise<StoredBill> => {
  const before = await loadBill(unit, id)
  return unit.update(bills, before, {
    status: moveBill(before, 'resolve'),
    approvedBy: null,
    approvedByType: null,
    approvedAt: null,
    approvalNotes: null,
    scheduledPaymentDate: null,
    paymentFailureReason: null,
  })
}
