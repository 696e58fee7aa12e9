import {
  type BadRecord,
  ConnectorError,
  InvalidPayload,
  isBadRecord,
  type RemoteOrder,
} from '../../connectors/connector.ts'
import { getConnector } from '../../connectors/registry.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { buildEnding, type Ending, finishDelivery } from '../../platform/webhooks/finish-delivery.ts'
import { findWebhookBody } from '../../platform/webhooks/webhook-body.ts'
import { blockChannel } from '../channels/auth-block.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { openShop } from '../channels/channel-connection.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import { importOrder } from '../orders/import-order.ts'
import type { StoredDelivery } from './stored-delivery.ts'
import { channelWebhookLog, findDelivery, webhookDeliveries } from './webhook-delivery-store.ts'

/** Reads the webhook's order from its body, or from the shop if the body only refers to it. */
const findOrder = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
  delivery: StoredDelivery,
  now: Date,
): Promise<RemoteOrder | BadRecord | Ending> => {
  const { webhooks, orders } = getConnector(channel.type)
  const body = await findWebhookBody(app, tenant, channelWebhookLog, delivery, now)
  if (!body) return buildEnding('fail', 'The body of the delivery is no longer stored.')
  if (!webhooks) return buildEnding('fail', 'The channel no longer supports webhooks.')
  try {
    const reading = await webhooks.read(body)
    if (reading === 'ping') return buildEnding('process')
    if (reading.order) return reading.order
    if (reading.ref === undefined || !orders) return buildEnding('process')
    const order = await orders.get(await openShop(app, tenant, channel), reading.ref)
    return order ?? buildEnding('process', 'The shop no longer has the order.')
  } catch (error) {
    if (error instanceof InvalidPayload) return buildEnding('find_invalid', `The body ${error.message}.`)
    if (!(error instanceof ConnectorError)) throw error
    if (error.code === 'AUTH_FAILED')
      await runInUnit(app.db, { tenant, actor: null, now }, (unit) => blockChannel(unit, channel, error))
    return buildEnding('fail', `${error.code}: ${error.message}`)
  }
}

const isEnding = (found: RemoteOrder | BadRecord | Ending): found is Ending => 'action' in found

const POSTPONED = 'The channel is paused. The delivery is processed if the channel resumes within thirty days.'
const DISCONNECTED = 'The channel is disconnected, so the order was not imported.'

/** Marks a delivery as waiting until the channel resumes; returns false if the channel is no longer paused. */
const postpone = (db: Table, tenant: Id, { id, channelId }: StoredDelivery, now: Date): Promise<boolean> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const [delivery, channel] = await Promise.all([findDelivery(db, tenant, id), findChannel(db, tenant, channelId)])
    if (delivery?.status !== 'received') return true
    if (channel?.status !== 'paused') return false
    if (delivery.heldFor) return true
    unit.update(webhookDeliveries, delivery, { heldFor: channelId, errorMessage: POSTPONED })
    // Fails if the channel resumes at the same moment, since that would miss this delivery.
    unit.require(channels, channel)
    return true
  })

/**
 * Imports the order of a delivery. Order and status are written together, so that a delivery is processed once even if a
 * worker gets it twice or dies. A delivery that failed at the shop stays failed, since the next sync imports its order,
 * too. Deliveries of a paused channel wait until it resumes.
 */
export const processWebhook = async (
  app: App,
  { tenant, deliveryId }: { tenant: Id; deliveryId: Id },
  now: Date,
): Promise<void> => {
  const delivery = await findDelivery(app.db, tenant, deliveryId)
  if (delivery?.status !== 'received') return
  let channel = await findChannel(app.db, tenant, delivery.channelId)
  while (channel?.status === 'paused') {
    if (await postpone(app.db, tenant, delivery, now)) return
    channel = await findChannel(app.db, tenant, delivery.channelId)
  }
  if (!channel) return
  const activeChannel = channel
  const found =
    channel.status === 'active'
      ? await findOrder(app, tenant, channel, delivery, now)
      : buildEnding('fail', DISCONNECTED)
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const current = unit.isRerun ? await findDelivery(app.db, tenant, deliveryId) : delivery
    if (current?.status !== 'received') return
    if (isEnding(found)) finishDelivery(unit, channelWebhookLog, current, found)
    else if (isBadRecord(found)) finishDelivery(unit, channelWebhookLog, current, buildEnding('fail', found.error))
    else {
      const { order, raw, modifiedAt, isCancelled } = found
      const received = { raw, modifiedAt, isCancelled, inboundMessageId: deliveryId }
      const result = await importOrder(app, unit, activeChannel, order, received)
      finishDelivery(
        unit,
        channelWebhookLog,
        current,
        'error' in result ? buildEnding('fail', result.error) : buildEnding('process'),
      )
    }
  })
}
