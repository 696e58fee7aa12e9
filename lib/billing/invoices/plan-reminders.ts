import { addDays, countDaysBetween, type Day, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import { type Due, getDuePartition, NOT_DUE } from '../../platform/store/table/due.ts'
import type { BillingSettings } from '../billing-settings.ts'
import type { StoredInvoice } from './invoice.ts'

export type ReminderStep = 'remind before due' | 'fall due' | 'remind after due'

type OpenInvoice = Pick<StoredInvoice, 'status' | 'dueDate' | 'reminded'>

interface PlannedStep {
  step: ReminderStep
  day: Day
}

/** Lists the steps that the invoice still has ahead, the earliest first. */
const planSteps = ({ status, dueDate, reminded }: OpenInvoice, settings: BillingSettings): PlannedStep[] => {
  const isOpen = status === 'issued' || status === 'overdue'
  const hasReminders = isOpen && settings['billing.reminderEnabled']
  const [before, after] = [settings['billing.reminderDaysBeforeDue'], settings['billing.reminderDaysAfterDue']]
  const steps: (PlannedStep | false)[] = [
    hasReminders &&
      status === 'issued' &&
      before > 0 &&
      !reminded.beforeDue && { step: 'remind before due', day: addDays(dueDate, -before) },
    status === 'issued' && { step: 'fall due', day: addDays(dueDate, 1) },
    hasReminders && after > 0 && !reminded.afterDue && { step: 'remind after due', day: addDays(dueDate, after) },
  ]
  return steps.filter((planned) => planned !== false)
}

/** Lists the steps due by today. After an outage these may be several, but no reminder is sent before a due date that is over. */
export const planReminders = (invoice: OpenInvoice, settings: BillingSettings, now: Date): ReminderStep[] => {
  const today = toLocalDay(settings['general.timezone'], now)
  return planSteps(invoice, settings)
    .filter(({ step, day }) => day <= today && (step !== 'remind before due' || today <= invoice.dueDate))
    .map(({ step }) => step)
}

/** Schedules the invoice's next step. The sort key ends with the id, so that it is unique in the `due` index. */
export const scheduleNextReminder = (
  invoice: OpenInvoice & Pick<StoredInvoice, 'id'>,
  settings: BillingSettings,
  now: Date,
): Due => {
  const zone = settings['general.timezone']
  const today = toLocalDay(zone, now)
  const next = planSteps(invoice, settings).find(({ day }) => day > today)
  const isDueNow = planReminders(invoice, settings, now).length > 0
  if (!next && !isDueNow) return NOT_DUE
  const at = next && !isDueNow ? startOfDay(zone, next.day) : now
  return { duePk: getDuePartition('invoice', invoice.id), dueSk: `${at.toISOString()}#${invoice.id}` }
}

export const countDaysOverdue = ({ dueDate }: Pick<StoredInvoice, 'dueDate'>, settings: BillingSettings, now: Date) =>
  Math.max(0, countDaysBetween(dueDate, toLocalDay(settings['general.timezone'], now)))
