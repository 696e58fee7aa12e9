import type { RemoteFulfilment } from '../../../custodians/custodian-connector.ts'
import { type Id, newId } from '../../id.ts'
import { partition } from '../../store/entities/entity.ts'
import { getDuePartition } from '../../store/table/due.ts'
import type { Item, Key, Update } from '../../store/table/table.ts'
import { PLATFORM } from './outbox.ts'

// Tasks:  T#PLATFORM#task / <task>    work that follows from a change and does not fit its transaction; due until it is
//         done, and enqueued like an event

/** Data by task. */
export interface TaskData {
  'iam.account.erase': { identityId: Id; emailDigest: string; formerDigest?: string }
  'iam.account.erase-again': { identityId: Id; tenants: readonly Id[] }
  'iam.account.update-members': { identityId: Id }
  'iam.tenant.rename': { tenant: Id }
  'billing.invoice.cancel-drafts': { tenant: Id; invoiceId: Id }
  'billing.invoice.draw': { tenant: Id; invoiceId: Id }
  'billing.invoice.free-orders': { tenant: Id; invoiceId: Id }
  'billing.invoice.follow-orders': { tenant: Id; invoiceId: Id }
  'billing.bank-statement.read': { tenant: Id; statementId: Id }
  'billing.bank-entries.confirm': { tenant: Id; statementId: Id; after: string | null }
  'billing.invoice.follow-payments': { tenant: Id; invoiceIds: readonly Id[] }
  'notification.digests.release': { tenant: Id; identityId: Id }
  'notification.mailbox.remove': { tenant: Id; identityId: Id }
  'notification.webhooks.replay': { tenant: Id; endpointId: Id; since: string; until: string; after: string | null }
  'sales.conflicts.detect': { tenant: Id; channelId: Id; place: string; askedAt: string }
  'sales.conflicts.close': { tenant: Id; channelId: Id }
  'sales.sync.stop': { tenant: Id; channelId: Id }
  'sales.run.start': { tenant: Id; channelId: Id; runId: Id }
  'sales.missing-orders.resolve': { tenant: Id; channelId: Id; resolution: 'cancel' | 'keep'; orderIds: readonly Id[] }
  'sales.webhook.process': { tenant: Id; deliveryId: Id }
  'sales.webhook.follow-repeats': { tenant: Id; deliveryId: Id }
  'sales.webhooks.release': { tenant: Id; channelId: Id; after?: string }
  'fulfilment.webhook.process': { tenant: Id; deliveryId: Id }
  'fulfilment.webhook.follow-repeats': { tenant: Id; deliveryId: Id }
  'shipping.labels.work': { tenant: Id; shipmentId: Id }
  'shipping.parcels.track': { tenant: Id; shipmentId: Id }
  'inventory.order-pieces.count': { tenant: Id; leftId: Id }
  'inventory.receipts.announce': { tenant: Id; receiptId: Id }
  /** `isLast`: the rest of the order will not be handed over. `isForced`: even if nothing has changed. */
  'sales.shipments.publish': { tenant: Id; shipmentId: Id; isLast?: boolean; isForced?: boolean }
  /** `keys`: what the orders of the customer were found by; `emailDigests`: what tells of mails is found by. */
  'sales.customer.erase': { tenant: Id; customerId: Id; keys: readonly string[]; emailDigests: readonly string[] }
  'sales.payload.erase': { tenant: Id; channelId: Id; externalOrderId: string; file: string }
  'sales.order.warn-of-expiry': { tenant: Id; orderId: Id; expiresAt: string }
  'sales.shipments.release': { tenant: Id; channelId: Id }
  /** `isForced`: even if nothing has changed. */
  'sales.refunds.note': { tenant: Id; orderId: Id; returnId: Id; isForced?: boolean }
  'billing.settlement.collect': { tenant: Id; settlementId: Id }
  'billing.job.settle': { tenant: Id; fulfilmentOrderId: Id }
  /** `returnId`: a return whose refund may have changed. */
  'billing.earnings.follow': { tenant: Id; orderId: Id; returnId?: Id }
  /** The ended months from that of one day to that of another, both included. */
  'billing.tariffs.close-months': { tenant: Id; tariffId: Id; from: string; to: string }
  'billing.tariffs.charge': { tenant: Id; fulfilmentId: Id }
  'fulfilment.custodian.replan': { tenant: Id; custodianId: Id; after: string | null }
  'fulfilment.incidents.retry': { tenant: Id; after: string | null }
  'fulfilment.order.apply-remote': {
    tenant: Id
    fulfilmentOrderId: Id
    remote: RemoteFulfilment
    asOf: string | null
    isCancelAccepted: boolean
  }
  'fulfilment.order.cancel': { tenant: Id; fulfilmentOrderId: Id }
  'fulfilment.order.dispatch': { tenant: Id; fulfilmentOrderId: Id }
  'fulfilment.order.reserve': { tenant: Id; fulfilmentOrderId: Id }
  'fulfilment.order.settle-stock': { tenant: Id; fulfilmentOrderId: Id }
  'fulfilment.orders.route': { tenant: Id; orderIds: readonly Id[] }
  'billing.tariffs.charge-return': { tenant: Id; returnId: Id }
  'fulfilment.returns.open': {
    tenant: Id
    shipmentId: Id
    fulfilmentOrderId: Id
    pieces: readonly { sku: string; quantity: number }[]
  }
  'fulfilment.returns.expect': {
    tenant: Id
    salesOrderId: Id
    /** This revision of the sales order took the pieces off. */
    revision: number
    pieces: readonly { orderLine: number; quantity: number }[]
  }
  'fulfilment.returns.expect-late': {
    tenant: Id
    fulfilmentOrderId: Id
    /** This revision of the fulfilment order handed the pieces over. */
    revision: number
    pieces: readonly { sku: string; quantity: number }[]
  }
  'store.outlines.pack': { tenant: Id; kind: string }
  'storage.file.check': { tenant: Id; fileId: Id }
  'storage.file.erase': { tenant: Id; fileId: Id }
  'storage.upload.expire': { tenant: Id; fileId: Id }
  'data_exchange.export.write': { tenant: Id; exportId: Id }
  'data_exchange.import.run': { tenant: Id; importId: Id }
  'data_exchange.export.expire': { tenant: Id; exportId: Id }
  'billing.payment-run.process': { tenant: Id; runId: Id }
  'billing.settlement.free': { tenant: Id; settlementId: Id; fromPage: number }
}

/**
 * Thrown by a task that cannot run yet. The same task runs again then, so that none are added however often it is postponed.
 */
export class TaskPostponed extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('the task is postponed')
    this.until = until
  }
}

export const buildPostponement = (key: Key, until: Date): Update => ({
  update: key,
  set: 'SET #notBefore = :until, #dueSk = :until',
  when: 'attribute_exists(#duePk) AND attribute_not_exists(#handledAt)',
  values: { ':until': until.toISOString() },
})

const TASKS = partition(PLATFORM, 'task')

export const isTask = ({ pk }: Key) => pk === TASKS

/**
 * Builds the stored task, which is written in the transaction of its cause. With `notBefore`, its first message is ignored,
 * and it is enqueued again once it is due.
 */
export const buildTaskItem = <T extends keyof TaskData>(
  now: Date,
  task: T,
  data: TaskData[T],
  notBefore?: Date,
): Item => {
  const id = newId(now)
  return {
    pk: TASKS,
    sk: id,
    kind: 'outbox',
    task,
    data,
    duePk: getDuePartition('outbox', id),
    dueSk: (notBefore ?? now).toISOString(),
    ...(notBefore && { notBefore: notBefore.toISOString() }),
  }
}
