import type { App } from '../../../platform/app/app.ts'
import { toLocalDay } from '../../../platform/calendar/day.ts'
import type { Id } from '../../../platform/id.ts'
import { invalid } from '../../../platform/problem.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { toLedgerDay } from '../../ledger/ledger-entry.ts'
import { checkBillInNoRun, moveBill, type StoredBill } from '../bill.ts'
import { bills } from '../bill-store.ts'
import { loadBillWithSettings } from './load-bill-with-settings.ts'

/** Plans the payment of a bill for a day: by default when it is due, or today if that is over. */
export const scheduleBill = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  given: string | null = null,
): Promise<StoredBill> => {
  const { bill: before, zone } = await loadBillWithSettings(app, unit, id)
  const status = moveBill(before, 'schedule')
  checkBillInNoRun(before)
  const [today, due] = [toLocalDay(zone, unit.now), toLedgerDay(before.dueAt, zone)]
  if (given && given < today)
    throw invalid({ propertyPath: 'scheduledPaymentDate', message: `must not be before ${today}, which is today` })
  return unit.update(bills, before, {
    status,
    scheduledPaymentDate: given ?? (due < today ? today : due),
    paymentFailureReason: null,
  })
}
