import { findTenant } from '../../../iam/tenant.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Log } from '../../../platform/log.ts'
import { find } from '../../../platform/store/lists/list.ts'
import { getTenantOfKey, listDuePartitions, NOT_DUE } from '../../../platform/store/table/due.ts'
import type { Item } from '../../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../../platform/store/unit.ts'
import { readBillingSettings } from '../../billing-settings.ts'
import { computeOwedAmount, INVOICE_MOVES, type StoredInvoice } from '../invoice.ts'
import { buildInvoiceEvent } from '../invoice-event.ts'
import { invoices } from '../invoice-store.ts'
import { countDaysOverdue, planReminders, scheduleNextReminder } from '../plan-reminders.ts'
import { remindAtLevel } from './remind-at-level.ts'

const MAX_CONCURRENT_INVOICES = 8

interface Processed {
  done: string[]
  /** True if a step is left for another transaction. */
  hasMore: boolean
}

const NOTHING: Processed = { done: [], hasMore: false }

/**
 * Does the steps of an invoice that are due today. The invoice keeps what was sent, so that each is done once. A level waits
 * until the invoice is overdue, because its documents may fail to be rendered.
 */
const processInvoice = async (app: App, unit: Unit, id: Id, log: Log): Promise<Processed> => {
  const [before, settings, tenant] = await Promise.all([
    find(app.db, invoices, unit.tenant, id),
    readBillingSettings(app, unit.tenant),
    findTenant(app.db, unit.tenant),
  ])
  // Nothing is due of an invoice whose payments leave nothing open: its status follows in a moment.
  if (!before?.duePk || before.closing) return NOTHING
  if (tenant?.closedAt) {
    unit.update(invoices, before, NOT_DUE)
    return NOTHING
  }
  const planned = planReminders(before, settings, unit.now)
  const due = planned.includes('fall due') ? planned.filter((step) => step !== 'remind at level') : planned
  const at = unit.now.toISOString()
  const reminded = {
    ...before.reminded,
    ...(due.includes('remind before due') && { beforeDue: at }),
    ...(due.includes('remind after due') && { afterDue: at }),
  }
  const status = due.includes('fall due') ? INVOICE_MOVES.fall_due.to : before.status
  const { reminders: sent = [] } = before
  const reminders = due.includes('remind at level')
    ? [...sent, await remindAtLevel(app, unit, before, settings, log)]
    : sent
  const after: StoredInvoice = { ...before, status, reminded, reminders }
  unit.update(invoices, before, { status, reminded, reminders, ...scheduleNextReminder(after, settings, unit.now) })
  const { subject, data } = buildInvoiceEvent(after)
  const isOverdue = status === 'overdue'
  if (due.includes('fall due'))
    unit.emit('finance.invoice.overdue', {
      subject,
      data: { ...data, daysOverdue: countDaysOverdue(after, settings, unit.now) },
    })
  if (due.some((step) => step !== 'fall due'))
    unit.emit('platform.billing.invoice.reminder', {
      subject,
      data: { ...data, totalAmount: computeOwedAmount(after), isOverdue },
    })
  return { done: due, hasMore: due.length < planned.length }
}

const processAndLog = async (app: App, item: Item, now: Date, log: Log): Promise<void> => {
  const tenant = getTenantOfKey(item)
  try {
    for (let hasMore = true; hasMore; ) {
      const processed = await runInUnit(app.db, { tenant, actor: null, now }, (unit) =>
        processInvoice(app, unit, item.sk, log),
      )
      const { done } = processed
      if (done.length) log.info('billing.invoice.followed', { invoiceId: item.sk, tenant, done })
      hasMore = processed.hasMore
    }
  } catch (error) {
    log.error('billing.invoice.follow_failed', error, { invoiceId: item.sk, tenant })
  }
}

/**
 * Sends reminders and marks invoices overdue, for every tenant. Invoices are read in the order of their due time, so that
 * those delayed by an outage come first. Each is rescheduled with its change, so a new run resumes where one was killed.
 */
export const processDueInvoices = async (app: App, now: Date, log: Log, hasTime: () => boolean): Promise<void> => {
  for (const pk of listDuePartitions('invoice')) {
    const range = { pk, to: `${now.toISOString()}~`, index: 'due', limit: MAX_CONCURRENT_INVOICES * 25 } as const
    let from: string | undefined
    for (;;) {
      const found = await app.db.query({ ...range, ...(from && { from }) })
      for (let start = 0; start < found.length; start += MAX_CONCURRENT_INVOICES) {
        if (!hasTime()) {
          log.warn('billing.invoice.follow_out_of_time', { partition: pk })
          return
        }
        await Promise.all(
          found.slice(start, start + MAX_CONCURRENT_INVOICES).map((item) => processAndLog(app, item, now, log)),
        )
      }
      if (found.length < range.limit) break
      // Skips what failed, which keeps its place until the next run.
      from = `${found.at(-1)?.dueSk}~`
    }
  }
}
