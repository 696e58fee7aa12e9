import { findTenant } from '../../iam/tenant.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { find } from '../../platform/store/lists/list.ts'
import { getTenantOfKey, listDuePartitions } from '../../platform/store/table/due.ts'
import type { Item } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { countDaysOverdue, followUps, NOT_DUE, scheduleFollowUp } from './follow-up.ts'
import { INVOICE_MOVES, openAmount, type StoredInvoice } from './invoice.ts'
import { invoices } from './invoice-store.ts'
import { buildInvoiceEvent } from './issue-invoice.ts'

const AT_ONCE = 8

/** What is due of an invoice today, all of it and each once: what was told stands in the invoice. */
const follow = async (app: Pick<App, 'db'>, unit: Unit, id: Id): Promise<string[]> => {
  const [before, settings, tenant] = await Promise.all([
    find(app.db, invoices, unit.tenant, id),
    readBillingSettings(app, unit.tenant),
    findTenant(app.db, unit.tenant),
  ])
  if (!before?.duePk) return []
  if (tenant?.closedAt) {
    unit.update(invoices, before, NOT_DUE)
    return []
  }
  const due = followUps(before, settings, unit.now)
  const at = unit.now.toISOString()
  const reminded = {
    ...before.reminded,
    ...(due.includes('remind before due') && { beforeDue: at }),
    ...(due.includes('remind after due') && { afterDue: at }),
  }
  const status = due.includes('fall due') ? INVOICE_MOVES.fall_due.to : before.status
  const after: StoredInvoice = { ...before, status, reminded }
  unit.update(invoices, before, { status, reminded, ...scheduleFollowUp(after, settings, unit.now) })
  const { subject, data } = buildInvoiceEvent(after)
  const isOverdue = status === 'overdue'
  if (due.includes('fall due'))
    unit.emit('finance.invoice.overdue', {
      subject,
      data: { ...data, daysOverdue: countDaysOverdue(after, settings, unit.now) },
    })
  if (reminded.beforeDue !== before.reminded.beforeDue || reminded.afterDue !== before.reminded.afterDue)
    unit.emit('platform.billing.invoice.reminder', {
      subject,
      data: { ...data, totalAmount: openAmount(after), isOverdue },
    })
  return due
}

const followOne = async (app: Pick<App, 'db'>, item: Item, now: Date, log: Log): Promise<void> => {
  const tenant = getTenantOfKey(item)
  try {
    const done = await runInUnit(app.db, { tenant, actor: null, now }, (unit) => follow(app, unit, item.sk))
    if (done.length) log.info('billing.invoice.followed', { invoiceId: item.sk, tenant, done })
  } catch (error) {
    log.error('billing.invoice.follow_failed', error, { invoiceId: item.sk, tenant })
  }
}

/**
 * Does what is due of every tenant's open invoices: reminders and falling overdue. Found in the order of time, so that
 * what an outage left is done first; whatever is done here stands aside at once, so a run that dies is gone on with.
 */
export const followInvoices = async (
  app: Pick<App, 'db'>,
  now: Date,
  log: Log,
  hasTime: () => boolean,
): Promise<void> => {
  for (const pk of listDuePartitions('invoice')) {
    const until = { pk, to: `${now.toISOString()}~`, index: 'due', limit: AT_ONCE * 25 } as const
    let from: string | undefined
    for (;;) {
      const found = await app.db.query({ ...until, ...(from && { from }) })
      for (let start = 0; start < found.length; start += AT_ONCE) {
        if (!hasTime()) {
          log.warn('billing.invoice.follow_out_of_time', { partition: pk })
          return
        }
        await Promise.all(found.slice(start, start + AT_ONCE).map((item) => followOne(app, item, now, log)))
      }
      if (found.length < until.limit) break
      // On from here: what failed stays where it is until the next run.
      from = `${found.at(-1)?.dueSk}~`
    }
  }
}
