import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { checkBillInNoRun, moveBill, type StoredBill } from '../bill.ts'
import { bills } from '../bill-store.ts'
import { postBillCancellation } from '../post-bill.ts'
import { loadBillWithSettings } from './load-bill-with-settings.ts'

/** Cancels a bill that is not paid. Its number can be recorded again. */
export const cancelBill = async (app: Pick<App, 'db'>, unit: Unit, id: Id, reason: string): Promise<StoredBill> => {
  const { bill: before, zone } = await loadBillWithSettings(app, unit, id)
  const status = moveBill(before, 'cancel')
  checkBillInNoRun(before)
  const cancelledAt = unit.now.toISOString()
  const changes = { status, cancelledAt, cancellationReason: reason, duplicateKey: null }
  const cancelled = unit.update(bills, before, changes)
  await postBillCancellation(app, unit, before, zone)
  return cancelled
}
