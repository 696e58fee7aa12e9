import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { readBillingSettings } from '../../billing-settings.ts'
import { type StoredInvoice, sumReminderFees } from '../invoice.ts'
import { planLevel } from '../plan-reminders.ts'

/** Presents the reminders of levels that were sent, and the next one as the settings have it now. */
export const presentReminders = async (app: Pick<App, 'db'>, tenant: Id, pending: Promise<StoredInvoice>) => {
  const [invoice, settings] = await Promise.all([pending, readBillingSettings(app, tenant)])
  return {
    id: invoice.id,
    rev: invoice.rev,
    stoppedAt: invoice.remindersStoppedAt,
    reminderFees: sumReminderFees(invoice),
    sent: invoice.reminders,
    next: planLevel(invoice, settings) ?? null,
  }
}
