import { addDays, countDaysBetween, type Day, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import { type Due, getDuePartition, NOT_DUE } from '../../platform/store/table/due.ts'
import type { BillingSettings } from '../billing-settings.ts'
import { computeOwedAmount, type OwedInvoice, type StoredInvoice } from './invoice.ts'

export type ReminderStep = 'remind before due' | 'fall due' | 'remind after due' | 'remind at level'

type OpenInvoice = OwedInvoice & Pick<StoredInvoice, 'dueDate' | 'reminded' | 'reminders' | 'remindersStoppedAt'>

interface PlannedStep {
  step: ReminderStep
  day: Day
}

/** The next level of an invoice, with the day on which its reminder is sent. */
export interface PlannedLevel {
  level: number
  day: Day
}

const hasReminders = (invoice: OpenInvoice, settings: BillingSettings): boolean =>
  (invoice.status === 'issued' || invoice.status === 'overdue') &&
  computeOwedAmount(invoice) > 0 &&
  settings['billing.reminderEnabled'] &&
  !invoice.remindersStoppedAt

/**
 * Plans the next level; undefined if there is none. After an outage, or if levels were defined late, the days between two
 * levels are kept, so that a partner has time to pay before the next one.
 */
export const planLevel = (invoice: OpenInvoice, settings: BillingSettings): PlannedLevel | undefined => {
  if (!hasReminders(invoice, settings)) return undefined
  const { dueDate, reminders } = invoice
  const levels = settings['billing.reminderLevels']
  const afterDays = levels[reminders.length]?.afterDays
  if (afterDays === undefined) return undefined
  const agreed = addDays(dueDate, afterDays)
  const [last, before] = [reminders.at(-1), levels[reminders.length - 1]?.afterDays]
  if (!last || before === undefined) return { level: 1, day: agreed }
  const earliest = addDays(toLocalDay(settings['general.timezone'], new Date(last.sentAt)), afterDays - before)
  return { level: reminders.length + 1, day: agreed > earliest ? agreed : earliest }
}

/** Plans the reminders after the due date: by levels if the tenant has any, otherwise one. */
const planAfterDue = (invoice: OpenInvoice, settings: BillingSettings): PlannedStep[] => {
  if (settings['billing.reminderLevels'].length) {
    const planned = planLevel(invoice, settings)
    return planned ? [{ step: 'remind at level', day: planned.day }] : []
  }
  const after = settings['billing.reminderDaysAfterDue']
  return after > 0 && !invoice.reminded.afterDue
    ? [{ step: 'remind after due', day: addDays(invoice.dueDate, after) }]
    : []
}

/**
 * Lists the steps that the invoice still has ahead, the earliest first. Nobody owes anything on an invoice over 0, or one that
 * issued credit notes cover, so it has none and does not fall due.
 */
const planSteps = (invoice: OpenInvoice, settings: BillingSettings): PlannedStep[] => {
  if (computeOwedAmount(invoice) === 0) return []
  const { status, dueDate, reminded } = invoice
  const isReminded = hasReminders(invoice, settings)
  const before = settings['billing.reminderDaysBeforeDue']
  const steps: (PlannedStep | false)[] = [
    isReminded &&
      status === 'issued' &&
      before > 0 &&
      !reminded.beforeDue && { step: 'remind before due', day: addDays(dueDate, -before) },
    status === 'issued' && { step: 'fall due', day: addDays(dueDate, 1) },
    ...(isReminded ? planAfterDue(invoice, settings) : []),
  ]
  return steps.filter((planned) => planned !== false)
}

/**
 * Lists the steps due by today. After an outage these may be several, but no reminder is sent before a due date that is over.
 */
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
