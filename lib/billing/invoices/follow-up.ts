import { addDays, countDaysBetween, type Day, startOfDay, toLocalDay } from '../../platform/calendar/day.ts'
import { type Due, getDuePartition } from '../../platform/store/table/due.ts'
import type { BillingSettings } from '../billing-settings.ts'
import type { StoredInvoice } from './invoice.ts'

/** What a day asks to be done about an open invoice. */
export type FollowUp = 'remind before due' | 'fall due' | 'remind after due'

type Open = Pick<StoredInvoice, 'status' | 'dueDate' | 'reminded'>

interface Step {
  what: FollowUp
  on: Day
}

/** What is still ahead of an invoice, in the order of its days. */
const listSteps = ({ status, dueDate, reminded }: Open, settings: BillingSettings): Step[] => {
  const open = status === 'issued' || status === 'overdue'
  const reminds = open && settings['billing.reminderEnabled']
  const [before, after] = [settings['billing.reminderDaysBeforeDue'], settings['billing.reminderDaysAfterDue']]
  const steps: (Step | false)[] = [
    reminds &&
      status === 'issued' &&
      before > 0 &&
      !reminded.beforeDue && { what: 'remind before due', on: addDays(dueDate, -before) },
    status === 'issued' && { what: 'fall due', on: addDays(dueDate, 1) },
    reminds && after > 0 && !reminded.afterDue && { what: 'remind after due', on: addDays(dueDate, after) },
  ]
  return steps.filter((step) => step !== false)
}

export const NOT_DUE: Due = { duePk: undefined, dueSk: undefined }

/**
 * What today asks for. After an outage it is all at once, but nobody is reminded of a day to come that is over.
 */
export const followUps = (invoice: Open, settings: BillingSettings, now: Date): FollowUp[] => {
  const today = toLocalDay(settings['general.timezone'], now)
  return listSteps(invoice, settings)
    .filter(({ what, on }) => on <= today && (what !== 'remind before due' || today <= invoice.dueDate))
    .map(({ what }) => what)
}

/** When the invoice is to be looked at again, with its id, so that the `due` index has each in a place of its own. */
export const scheduleFollowUp = (
  invoice: Open & Pick<StoredInvoice, 'id'>,
  settings: BillingSettings,
  now: Date,
): Due => {
  const zone = settings['general.timezone']
  const today = toLocalDay(zone, now)
  const next = listSteps(invoice, settings).find(({ on }) => on > today)
  const isDueNow = followUps(invoice, settings, now).length > 0
  if (!next && !isDueNow) return NOT_DUE
  const at = next && !isDueNow ? startOfDay(zone, next.on) : now
  return { duePk: getDuePartition('invoice', invoice.id), dueSk: `${at.toISOString()}#${invoice.id}` }
}

export const countDaysOverdue = ({ dueDate }: Pick<StoredInvoice, 'dueDate'>, settings: BillingSettings, now: Date) =>
  Math.max(0, countDaysBetween(dueDate, toLocalDay(settings['general.timezone'], now)))
