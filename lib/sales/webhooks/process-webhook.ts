import { ConnectorError, InvalidPayload, type RemoteOrder } from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import { TaskPostponed } from '../../platform/events/outbox/task.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import { buildEnding, type Ending, finishDelivery } from '../../platform/webhooks/finish-delivery.ts'
import { findWebhookBody } from '../../platform/webhooks/webhook-body.ts'
import { blockChannel } from '../channels/auth-block.ts'
import { channelUri, type StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { findChannel } from '../channels/channel-store.ts'
import { importOrder } from '../order-changes/import-order.ts'
import { hashRow } from '../order-changes/is-newer-version.ts'
import { explainElsewhere } from '../order-sync/order-record.ts'
import { findExistingExternalIds, findOrdersByExternalId, requireNoOrder } from '../orders/order-store.ts'
import { cancelMissing } from '../shop-orders/cancel-missing.ts'
import { isSurelyShown, type Judgement, judgeShopOrder } from '../shop-orders/judge-shop-order.ts'
import { type AwaitedChange, holdDelivery, postponeDelivery } from './postpone-delivery.ts'
import type { StoredDelivery } from './stored-delivery.ts'
import { channelWebhookLog, findDelivery } from './webhook-delivery-store.ts'

interface DeliveredOrder extends RemoteOrder {
  judgement: Judgement
}

/** An order that the shop no longer has. */
interface GoneOrder {
  goneId: string
  /** True if the delivery itself tells that the order was deleted. */
  isDeleted: boolean
}

/** Result of reading a delivery; with `awaits` or an error of the shop, it is not over yet. */
type Reading = DeliveredOrder | GoneOrder | Ending | { awaits: AwaitedChange } | ConnectorError

const DISCONNECTED = 'The channel is disconnected, so the order was not imported.'

const GONE = 'The shop no longer has the order.'
const GONE_AND_CANCELLED = 'The shop no longer has the order, so it was cancelled.'
const GONE_WITH_OTHERS =
  'The shop no longer has the order and many others. Nothing is cancelled until somebody decides.'

const judge = async (channel: StoredChannel, order: RemoteOrder): Promise<DeliveredOrder> => ({
  ...order,
  judgement: await judgeShopOrder(channel, order),
})

/**
 * Tells whether an order is another one than the version that is known of the same time. Shops that date changes by the second
 * may deliver an older one last, which nothing in its body says.
 */
const isUnclear = async (app: App, tenant: Id, { shopId }: StoredChannel, { order, modifiedAt }: RemoteOrder) => {
  const { externalOrderId } = order
  const known = (await findOrdersByExternalId(app.db, tenant, shopId, [externalOrderId])).get(externalOrderId)
  return known !== undefined && known.platformModifiedAt === modifiedAt && known.rowHash !== hashRow(order)
}

/** Reads the webhook's order from its body, or from the shop if the body only refers to it or may be out of date. */
const readDelivery = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
  delivery: StoredDelivery,
  now: Date,
): Promise<Reading> => {
  if (channel.status === 'paused') return { awaits: 'resume' }
  if (channel.status === 'disconnected') return buildEnding('fail', DISCONNECTED)
  const { webhooks, orders } = getConnector(channel.type)
  const body = await findWebhookBody(app, tenant, channelWebhookLog, delivery, now)
  if (!body) return buildEnding('fail', 'The body of the delivery is no longer stored.')
  if (!webhooks) return buildEnding('fail', 'The channel no longer supports webhooks.')
  try {
    const reading = await webhooks.read(body, channel.connectorConfig)
    if (reading === 'ping') return buildEnding('process')
    if (reading.order && !(orders && (await isUnclear(app, tenant, channel, reading.order))))
      return await judge(channel, reading.order)
    const ref = reading.order?.ref ?? reading.ref
    if (ref === undefined || !orders) return buildEnding('process')
    if (channel.authFailedAt) return { awaits: 'credentials' }
    const order = (await orders.get(await openShop(app, tenant, channel), ref)) ?? reading.order
    if (order) return await judge(channel, order)
    const { externalOrderId: goneId, isDeleted = false } = reading
    return goneId === undefined ? buildEnding('process', GONE) : { goneId, isDeleted }
  } catch (error) {
    if (error instanceof InvalidPayload) return buildEnding('find_invalid', `The body ${error.message}.`)
    if (!(error instanceof ConnectorError)) throw error
    if (error.code !== 'AUTH_FAILED') return error
    await runInUnit(app.db, { tenant, actor: null, now }, (unit) => blockChannel(unit, channel, error))
    return { awaits: 'credentials' }
  }
}

/** Imports the order; one that is left out only if it is known, since a sync would not have brought it. */
const importDelivered = async (
  app: App,
  unit: Unit,
  channel: StoredChannel,
  inboundMessageId: Id,
  { order, raw, modifiedAt, placedIn = [], judgement: { verdict, leftOut } }: DeliveredOrder,
): Promise<Ending> => {
  const { externalOrderId } = order
  if (leftOut && !(await findExistingExternalIds(app.db, unit.tenant, channel.shopId, [externalOrderId])).size) {
    // Fails if another worker imports the order at the same moment, since this may be a newer version of it.
    requireNoOrder(unit, channel.shopId, externalOrderId)
    return buildEnding('process', leftOut)
  }
  const result = await importOrder(app, unit, channel, order, { raw, modifiedAt, verdict, inboundMessageId, placedIn })
  if ('error' in result) return buildEnding('fail', result.error)
  return result.action === 'elsewhere' ? buildEnding('process', explainElsewhere(result)) : buildEnding('process')
}

/**
 * Cancels a known order that the shop deleted, unless it has deleted many; some platforms do not show old orders, which are no
 * proof of that.
 */
const cancelGone = async (
  app: App,
  unit: Unit,
  channel: StoredChannel,
  { goneId, isDeleted }: GoneOrder,
): Promise<Ending> => {
  const order = (await findOrdersByExternalId(app.db, unit.tenant, channel.shopId, [goneId])).get(goneId)
  if (!order) {
    requireNoOrder(unit, channel.shopId, goneId)
    return buildEnding('process', GONE)
  }
  if (!isDeleted && !isSurelyShown(channel, order, unit.now)) return buildEnding('process', GONE)
  // Another channel of the shop may have the order.
  const owner = order.channelId === channel.id ? channel : await findChannel(app.db, unit.tenant, order.channelId)
  if (order.status === 'cancelled') return buildEnding('process', GONE_AND_CANCELLED)
  const { waits } = await cancelMissing(app, unit, owner ?? channel, [order])
  return buildEnding('process', waits ? GONE_WITH_OTHERS : GONE_AND_CANCELLED)
}

/**
 * Imports the order of a delivery. Order and status are written together, so that a delivery is processed once even if a
 * worker gets it twice or dies. Deliveries of a paused channel wait until it resumes. One whose order has to be read from
 * the shop waits for new credentials if the shop refuses the present ones, and throws `TaskPostponed` if the shop fails,
 * until it has failed too often: no sync may follow that would import the order.
 */
export const processWebhook = async (
  app: App,
  { tenant, deliveryId }: { tenant: Id; deliveryId: Id },
  now: Date,
): Promise<void> => {
  const delivery = await findDelivery(app.db, tenant, deliveryId)
  if (delivery?.status !== 'received') return
  const channel = await findChannel(app.db, tenant, delivery.channelId)
  if (!channel) return
  const read = await readDelivery(app, tenant, channel, delivery, now)
  if (read instanceof ConnectorError) {
    const next = await postponeDelivery(app, tenant, deliveryId, read, now)
    if (next) throw new TaskPostponed(next)
    return
  }
  if ('awaits' in read) {
    const isHeld = await holdDelivery(app, tenant, delivery, read.awaits, now)
    return isHeld ? undefined : await processWebhook(app, { tenant, deliveryId }, now)
  }
  const cause = `${channelUri(channel.id)}/webhook-deliveries/${deliveryId}`
  await runInUnit(app.db, { tenant, actor: null, now, cause }, async (unit) => {
    const current = unit.isRerun ? await findDelivery(app.db, tenant, deliveryId) : delivery
    if (current?.status !== 'received') return
    const settle = async (): Promise<Ending> => {
      if ('action' in read) return read
      if ('goneId' in read) return await cancelGone(app, unit, channel, read)
      return await importDelivered(app, unit, channel, deliveryId, read)
    }
    const ending = await settle()
    finishDelivery(unit, channelWebhookLog, current, ending)
  })
}
