import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { readBillingSettings } from '../../billing-settings.ts'
import type { StoredInvoice } from '../invoice.ts'
import { loadInvoice, updateInvoice } from '../invoice-store.ts'
import { scheduleNextReminder } from '../plan-reminders.ts'

const checkOpen = ({ status }: StoredInvoice): void => {
  if (status !== 'issued' && status !== 'overdue')
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The invoice is ${status}. Only an issued or overdue invoice has reminders.`,
    )
}

/** Stops the reminders of an invoice, or resumes them. It still falls due, and a repeated request changes nothing. */
export const changeReminders = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  action: 'stop' | 'resume',
): Promise<StoredInvoice> => {
  const [before, settings] = await Promise.all([loadInvoice(app.db, unit, id), readBillingSettings(app, unit.tenant)])
  checkOpen(before)
  if (!before.remindersStoppedAt === (action === 'resume')) return before
  const remindersStoppedAt = action === 'stop' ? unit.now.toISOString() : null
  const due = scheduleNextReminder({ ...before, remindersStoppedAt }, settings, unit.now)
  return updateInvoice(unit, before, { remindersStoppedAt, ...due })
}
