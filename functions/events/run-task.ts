import { cancelDraftCreditNotes } from '../../lib/billing/credit-notes/cancel-drafts.ts'
import { billMoreOrders, freeOrders } from '../../lib/billing/invoices/bill-orders.ts'
import { collectCharges } from '../../lib/billing/settlements/collect-charges.ts'
import { freeCharges } from '../../lib/billing/settlements/free-charges.ts'
import { eraseAccount } from '../../lib/iam/erasure/erase-account.ts'
import type { App } from '../../lib/platform/app/app.ts'
import { markHandled } from '../../lib/platform/events/outbox/outbox.ts'
import type { TaskData } from '../../lib/platform/events/task.ts'
import type { Log } from '../../lib/platform/log.ts'
import type { Key } from '../../lib/platform/store/table/table.ts'
import { startRun } from '../../lib/sales/catalog-runs/queue-lanes.ts'
import { closeConflicts } from '../../lib/sales/conflicts/close-conflicts.ts'
import { followRepeats } from '../../lib/sales/webhooks/follow-repeats.ts'

type Work = { [T in keyof TaskData]: (app: App, data: TaskData[T], now: Date) => Promise<void> }

/** Each may be run again, also when it died halfway. */
const TASKS: Work = {
  'iam.account.erase': eraseAccount,
  'billing.invoice.cancel-drafts': cancelDraftCreditNotes,
  'billing.invoice.draw': billMoreOrders,
  'billing.invoice.free-orders': freeOrders,
  'sales.run.start': startRun,
  // Connectors are loaded where a store is to be asked, and by nothing else.
  'sales.conflicts.detect': async (...work) =>
    (await import('../../lib/sales/conflicts/detect-conflicts.ts')).detectMore(...work),
  'sales.conflicts.close': closeConflicts,
  'sales.webhook.process': async (...work) =>
    (await import('../../lib/sales/webhooks/process-webhook.ts')).processWebhook(...work),
  'sales.webhook.follow-repeats': followRepeats,
  'sales.webhooks.release': async (app, data) =>
    (await import('../../lib/sales/webhooks/release-webhooks.ts')).releaseWebhooks(app, data),
  'billing.settlement.collect': collectCharges,
  'billing.settlement.free': freeCharges,
}

export const runTask = async (app: App, { pk, sk }: Key, now: Date, log: Log): Promise<void> => {
  const found = await app.db.get({ pk, sk })
  if (!found || found.handledAt) return
  const task = found.task as keyof TaskData
  await TASKS[task](app, found.data as never, now)
  const handled = markHandled({ pk, sk }, now)
  const { ok } = await app.db.update({ ...handled, set: `${handled.set}, #data` })
  if (ok) log.info('events.task.done', { taskId: sk, task })
}
