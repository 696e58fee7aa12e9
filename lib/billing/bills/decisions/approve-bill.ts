import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { nameActor } from '../../../platform/store/unit-scope.ts'
import { moveBill, requireSecondPersonForBill, type StoredBill } from '../bill.ts'
import { bills } from '../bill-store.ts'
import { loadBillWithSettings } from './load-bill-with-settings.ts'

export const approveBill = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  notes: string | null = null,
): Promise<StoredBill> => {
  const { bill: before, fourEyes } = await loadBillWithSettings(app, unit, id)
  const status = moveBill(before, 'approve')
  requireSecondPersonForBill(before, unit, fourEyes)
  return unit.update(bills, before, {
    status,
    ...nameActor('approvedBy', unit),
    approvedAt: unit.now.toISOString(),
    approvalNotes: notes,
  })
}
