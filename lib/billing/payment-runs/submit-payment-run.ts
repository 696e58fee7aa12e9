import type { App } from '../../platform/app/app.ts'
import { toLocalDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSettings } from '../../platform/settings/get-settings.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameActor } from '../../platform/store/unit-scope.ts'
import { requireAnotherPerson } from '../require-another-person.ts'
import { PAYMENT_SETTINGS } from '../settings/payment-settings.ts'
import { getPayableUri } from './payable.ts'
import { type ChangedRun, checkIdle, movePaymentRun, type StoredPaymentRun, type StoredRunItem } from './payment-run.ts'
import { loadPaymentRun, paymentRuns, readRunItems } from './payment-run-store.ts'

/** Announces the payments of bills; those of settlements were announced when they were approved. */
const announcePayments = (unit: Unit, run: StoredPaymentRun, items: readonly StoredRunItem[]): void => {
  for (const { recordKind: kind, recordId, partnerId, partnerName, amount, status } of items)
    if (kind === 'bill' && status === 'pending')
      unit.emit('finance.outgoing_payment.submitted', {
        subject: getPayableUri({ kind, id: recordId }),
        data: { paymentId: recordId, partnerId, partnerName, amount, currency: run.currency, paymentReference: null },
      })
}

/** Fixes a run, which has a file for the bank from then on. A run whose day is over is executed today. */
export const submitPaymentRun = async (app: Pick<App, 'db'>, unit: Unit, id: Id): Promise<ChangedRun> => {
  const [before, settings] = await Promise.all([
    loadPaymentRun(unit, id),
    getSettings(app, unit.tenant, [PAYMENT_SETTINGS.fourEyes, GENERAL_SETTINGS.timezone]),
  ])
  const status = movePaymentRun(before, 'submit')
  checkIdle(before)
  if (!before.pendingCount) throw new Problem('OPERATION_NOT_ALLOWED', 'The payment run has no items to pay.')
  requireAnotherPerson(
    { noun: 'payment run', steps: 'Recording and approving what it pays, creating and submitting' },
    before.involved,
    unit,
    settings['billing.fourEyes'],
  )
  const today = toLocalDay(settings['general.timezone'], unit.now)
  announcePayments(unit, before, await readRunItems(app.db, unit.tenant, before.id))
  const run = unit.update(paymentRuns, before, {
    status,
    executionDate: before.executionDate < today ? today : before.executionDate,
    ...nameActor('submittedBy', unit),
    submittedAt: unit.now.toISOString(),
  })
  return { run, items: [] }
}
