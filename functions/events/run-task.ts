import { followChangedOrders } from '../../lib/billing/changed-orders/follow-changed-orders.ts'
import { cancelDraftCreditNotes } from '../../lib/billing/credit-notes/cancel-draft-credit-notes.ts'
import { billMoreOrders, freeOrders } from '../../lib/billing/invoices/bill-orders.ts'
import { followPayments } from '../../lib/billing/payments/follow-payments.ts'
import { collectCharges } from '../../lib/billing/settlements/collect-charges.ts'
import { freeCharges } from '../../lib/billing/settlements/decisions/free-charges.ts'
import { custodianWebhookLog } from '../../lib/fulfilment/news/custodian-webhook-store.ts'
import { eraseAccount, eraseAgain } from '../../lib/iam/erasure/erase-account.ts'
import { updateMemberEmails } from '../../lib/iam/members/update-member-emails.ts'
import { renameMemberships } from '../../lib/iam/rename-tenant.ts'
import { removeMailbox } from '../../lib/notification/notifications/remove-old-notifications.ts'
import { releaseWindows } from '../../lib/notification/windows/release-windows.ts'
import type { App } from '../../lib/platform/app/app.ts'
import { markHandled } from '../../lib/platform/events/outbox/outbox.ts'
import { buildPostponement, type TaskData, TaskPostponed } from '../../lib/platform/events/outbox/task.ts'
import type { Log } from '../../lib/platform/log.ts'
import { packOutlines } from '../../lib/platform/store/outlines/pack-outlines.ts'
import type { Key } from '../../lib/platform/store/table/table.ts'
import { updateRepeats } from '../../lib/platform/webhooks/update-repeats.ts'
import { startRun } from '../../lib/sales/catalog-runs/queue-partitions.ts'
import { closeConflicts } from '../../lib/sales/conflicts/close-conflicts.ts'
import { warnOfExpiry } from '../../lib/sales/order-changes/watch-authorization.ts'
import { stopSync } from '../../lib/sales/order-sync/stop-sync.ts'
import { erasePayloadFile } from '../../lib/sales/orders/payload-store.ts'
import { releaseRefundNotes } from '../../lib/sales/refund-notes/release-refund-notes.ts'
import { releaseShipments } from '../../lib/sales/shipments/release-shipments.ts'
import { applyResolution } from '../../lib/sales/shop-orders/resolve-missing-orders.ts'
import { channelWebhookLog } from '../../lib/sales/webhooks/webhook-delivery-store.ts'
import { eraseFile, expireUpload } from '../../lib/storage/files/delete-file.ts'
import { ERASURES } from '../iam/erasures.ts'

type Work = { [T in keyof TaskData]: (app: App, data: TaskData[T], now: Date) => Promise<void> }

/** The function of every task. Each is repeatable, since it may stop halfway and run again. */
const TASKS: Work = {
  'iam.account.erase': (app, data, now) => eraseAccount(app, data, now, ERASURES),
  'iam.account.erase-again': (app, data) => eraseAgain(app, data, ERASURES),
  'iam.account.update-members': updateMemberEmails,
  'iam.tenant.rename': renameMemberships,
  'billing.invoice.cancel-drafts': cancelDraftCreditNotes,
  'billing.invoice.draw': billMoreOrders,
  'billing.invoice.free-orders': freeOrders,
  'billing.invoice.follow-orders': followChangedOrders,
  'billing.invoice.follow-payments': followPayments,
  'notification.digests.release': releaseWindows,
  'notification.mailbox.remove': removeMailbox,
  'notification.webhooks.replay': async (...work) =>
    (await import('../../lib/notification/webhooks/log/replay-delivery.ts')).continueReplay(...work),
  'sales.sync.stop': stopSync,
  'sales.run.start': startRun,
  // Only tasks that call a shop load the connectors.
  'sales.conflicts.detect': async (...work) =>
    (await import('../../lib/sales/conflicts/detect-conflicts.ts')).continueDetection(...work),
  'sales.conflicts.close': closeConflicts,
  'sales.order.warn-of-expiry': warnOfExpiry,
  'sales.payload.erase': erasePayloadFile,
  'sales.missing-orders.resolve': applyResolution,
  'sales.customer.erase': async (...work) =>
    (await import('../../lib/sales/erasures/erase-customer.ts')).eraseCustomer(...work),
  'sales.webhook.process': async (...work) =>
    (await import('../../lib/sales/webhooks/process-webhook.ts')).processWebhook(...work),
  'sales.webhook.follow-repeats': (app, data, now) => updateRepeats(app, channelWebhookLog, data, now),
  'sales.webhooks.release': async (app, data) =>
    (await import('../../lib/sales/webhooks/release-webhooks.ts')).releaseWebhooks(app, data),
  'fulfilment.webhook.process': async (...work) =>
    (await import('../../lib/fulfilment/news/process-custodian-webhook.ts')).processCustodianWebhook(...work),
  'fulfilment.webhook.follow-repeats': (app, data, now) => updateRepeats(app, custodianWebhookLog, data, now),
  'sales.shipments.publish': async (...work) =>
    (await import('../../lib/sales/shipments/publish-shipment.ts')).publishShipment(...work),
  'shipping.labels.work': async (app, data) => {
    const [{ workOnLabel }, { openCustodian }] = await Promise.all([
      import('../../lib/shipping/labels/work-on-label.ts'),
      import('../../lib/custodians/open-custodian.ts'),
    ])
    await workOnLabel(app, data, openCustodian)
  },
  'shipping.parcels.track': async (...work) =>
    (await import('../../lib/shipping/labels/track-own-parcel.ts')).trackOwnParcel(...work),
  'inventory.receipts.announce': async (...work) =>
    (await import('../../lib/inventory/goods-receipts/announce-to-custodian.ts')).announceToCustodian(...work),
  'inventory.order-pieces.count': async (...work) =>
    (await import('../../lib/inventory/order-pieces/count-rest.ts')).countRestOfPieces(...work),
  'sales.shipments.release': async (...work) => {
    await releaseShipments(...work)
    await releaseRefundNotes(...work)
  },
  'sales.refunds.note': async (...work) => {
    const [{ writeRefundNote }, { readRefund }] = await Promise.all([
      import('../../lib/sales/refund-notes/write-refund-note.ts'),
      import('../../lib/fulfilment/returns/read-refund.ts'),
    ])
    await writeRefundNote(...work, readRefund)
  },
  'fulfilment.returns.expect': async (...work) =>
    (await import('../../lib/fulfilment/returns/open-removed-return.ts')).openRemovedReturn(...work),
  'fulfilment.returns.expect-late': async (...work) =>
    (await import('../../lib/fulfilment/returns/open-late-return.ts')).openLateReturn(...work),
  'fulfilment.returns.open': async (...work) =>
    (await import('../../lib/fulfilment/returns/open-parcel-return.ts')).openParcelReturn(...work),
  'billing.tariffs.charge-return': async (...work) =>
    (await import('../../lib/billing/tariffs/charge-return.ts')).chargeReturn(...work),
  'store.outlines.pack': packOutlines,
  'storage.file.check': async (...work) => (await import('../../lib/storage/files/check-file.ts')).checkFile(...work),
  'storage.file.erase': eraseFile,
  'storage.upload.expire': expireUpload,
  'data_exchange.export.write': async (...work) => {
    const [{ writeExport }, { COLLECTIONS }] = await Promise.all([
      import('../../lib/data-exchange/exports/write-export.ts'),
      import('../data-exchange/exports/collections.ts'),
    ])
    await writeExport(...work, COLLECTIONS)
  },
  'data_exchange.import.run': async (app, data, now) => {
    const [{ runImport }, { ROW_KINDS }] = await Promise.all([
      import('../../lib/data-exchange/imports/run-import.ts'),
      import('../data-exchange/imports/row-kinds.ts'),
    ])
    await runImport(app, data, now, ROW_KINDS)
  },
  'data_exchange.export.expire': async (...work) =>
    (await import('../../lib/data-exchange/exports/expire-export.ts')).expireExport(...work),
  'billing.settlement.collect': collectCharges,
  'billing.bank-statement.read': async (...work) =>
    (await import('../../lib/billing/bank-statements/store-entries.ts')).storeEntries(...work),
  'billing.bank-entries.confirm': async (...work) =>
    (await import('../../lib/billing/bank-entries/confirm-certain-entries.ts')).confirmCertainEntries(...work),
  'billing.settlement.free': freeCharges,
  'billing.job.settle': async (...work) => (await import('../../lib/billing/tariffs/settle-job.ts')).settleJob(...work),
  'billing.payment-run.process': async (...work) =>
    (await import('../../lib/billing/payment-runs/process-payment-run.ts')).processPaymentRun(...work),
  // Most messages are events: what fulfilment needs is loaded with its first task.
  'billing.tariffs.close-months': async (...work) =>
    (await import('../../lib/billing/tariffs/months/close-months.ts')).closeMonths(...work),
  'billing.tariffs.charge': async (...work) =>
    (await import('../../lib/billing/tariffs/charge-fulfilment.ts')).chargeFulfilment(...work),
  'billing.earnings.follow': async (...work) => {
    const [{ followEarnings }, { readRefund }] = await Promise.all([
      import('../../lib/billing/earnings/follow-earnings.ts'),
      import('../../lib/fulfilment/returns/read-refund.ts'),
    ])
    await followEarnings(...work, readRefund)
  },
  'fulfilment.custodian.replan': async (...work) =>
    (await import('../../lib/fulfilment/custodians/leave-custodian.ts')).replanCustodian(...work),
  'fulfilment.incidents.retry': async (...work) =>
    (await import('../../lib/fulfilment/incidents/retry-incidents.ts')).retryOpenIncidents(...work),
  'fulfilment.order.apply-remote': async (...work) =>
    (await import('../../lib/fulfilment/remote/apply-remote-fulfilment.ts')).continueRemote(...work),
  'fulfilment.order.cancel': async (...work) =>
    (await import('../../lib/fulfilment/dispatch/cancel-at-custodian.ts')).cancelAtCustodian(...work),
  'fulfilment.order.dispatch': async (...work) =>
    (await import('../../lib/fulfilment/dispatch/dispatch-order.ts')).dispatchOrder(...work),
  'fulfilment.order.reserve': async (...work) =>
    (await import('../../lib/fulfilment/orders/reserve-lines.ts')).continueReserving(...work),
  'fulfilment.order.settle-stock': async (...work) =>
    (await import('../../lib/fulfilment/orders/settle-stock.ts')).continueStock(...work),
  'fulfilment.orders.route': async (...work) =>
    (await import('../../lib/fulfilment/routing/route-order.ts')).routeOrders(...work),
}

export const runTask = async (app: App, { pk, sk }: Key, now: Date, log: Log): Promise<void> => {
  const found = await app.db.get({ pk, sk })
  if (!found || found.handledAt) return
  // The redrive enqueues it again at its time.
  if (typeof found.notBefore === 'string' && now.toISOString() < found.notBefore) return
  const task = found.task as keyof TaskData
  try {
    await TASKS[task](app, found.data as never, now)
  } catch (error) {
    if (!(error instanceof TaskPostponed)) throw error
    await app.db.update(buildPostponement({ pk, sk }, error.until))
    return log.info('events.task.postponed', { taskId: sk, task })
  }
  const handled = markHandled({ pk, sk }, now)
  const { ok } = await app.db.update({ ...handled, set: `${handled.set}, #data` })
  if (ok) log.info('events.task.done', { taskId: sk, task })
}
