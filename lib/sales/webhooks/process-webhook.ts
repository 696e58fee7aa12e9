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
import { move } from '../../platform/states.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../platform/store/unit.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { blockChannel, isRefusal, openShop } from '../channels/channel-connection.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import { takeOrder } from '../orders/import-order.ts'
import { type StoredDelivery, WEBHOOK_DELIVERY_MOVES } from './webhook-delivery.ts'
import { findBody, findDelivery, webhookDeliveries } from './webhook-delivery-store.ts'

type Ending = { action: 'process' | 'fail' | 'find_invalid'; errorMessage: string | null }

const buildEnding = (action: Ending['action'], errorMessage: string | null = null): Ending => ({ action, errorMessage })

const MAX_MESSAGE_LENGTH = 1000

/** The order that the webhook is about: the one that came along, or the one that the store is asked for. */
const findOrder = async (
  app: App,
  tenant: Id,
  channel: StoredChannel,
  delivery: StoredDelivery,
  now: Date,
): Promise<RemoteOrder | BadRecord | Ending> => {
  const { webhooks, orders } = getConnector(channel.type)
  const body = await findBody(app, tenant, delivery, now)
  if (!body) return buildEnding('fail', 'What came is no longer kept.')
  if (!webhooks) return buildEnding('fail', 'The channel takes no webhooks any more.')
  try {
    const reading = await webhooks.read(body)
    if (reading === 'ping') return buildEnding('process')
    if (reading.order) return reading.order
    if (reading.ref === undefined || !orders) return buildEnding('process')
    const order = await orders.get(await openShop(app, tenant, channel), reading.ref)
    return order ?? buildEnding('process', 'The store no longer has the order.')
  } catch (error) {
    if (error instanceof InvalidPayload) return buildEnding('find_invalid', `The body ${error.message}.`)
    if (!(error instanceof ConnectorError)) throw error
    if (isRefusal(error.code))
      await runInUnit(app.db, { tenant, actor: null, now }, (unit) => blockChannel(unit, channel.id, error))
    return buildEnding('fail', `${error.code}: ${error.message}`)
  }
}

const isEnding = (found: RemoteOrder | BadRecord | Ending): found is Ending => 'action' in found

const finish = (unit: Unit, delivery: StoredDelivery, { action, errorMessage }: Ending) => {
  unit.update(webhookDeliveries, delivery, {
    status: move(WEBHOOK_DELIVERY_MOVES, 'delivery', delivery.status, action),
    errorMessage: errorMessage?.slice(0, MAX_MESSAGE_LENGTH) ?? null,
    processedAt: unit.now.toISOString(),
    heldFor: null,
  })
  if (delivery.isRepeated)
    unit.schedule('sales.webhook.follow-repeats', { tenant: unit.tenant, deliveryId: delivery.id })
}

const HELD = 'The channel is paused; the delivery is processed when it resumes within thirty days.'
const DISCONNECTED = 'The channel is disconnected, so nothing is imported.'

/** Keeps a delivery until the channel resumes; false where it is no longer paused. */
const hold = (db: Table, tenant: Id, { id, channelId }: StoredDelivery, now: Date): Promise<boolean> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const [delivery, channel] = await Promise.all([findDelivery(db, tenant, id), findChannel(db, tenant, channelId)])
    if (delivery?.status !== 'received') return true
    if (channel?.status !== 'paused') return false
    if (delivery.heldFor) return true
    unit.update(webhookDeliveries, delivery, { heldFor: channelId, errorMessage: HELD })
    // A resume at the same moment would not find the delivery among those that wait.
    unit.require(channels, channel)
    return true
  })

/**
 * Takes in the order of a delivery. Order and status are written together, so that a delivery which comes to a worker
 * twice, or whose worker died, is processed once. What fails at the store stays failed: it comes with the next sync too.
 * What is for a paused channel waits until that resumes.
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
    if (await hold(app.db, tenant, delivery, now)) return
    channel = await findChannel(app.db, tenant, delivery.channelId)
  }
  if (!channel) return
  const taking = channel
  const found =
    channel.status === 'active'
      ? await findOrder(app, tenant, channel, delivery, now)
      : buildEnding('fail', DISCONNECTED)
  await runInUnit(app.db, { tenant, actor: null, now }, async (unit) => {
    const standing = unit.isRerun ? await findDelivery(app.db, tenant, deliveryId) : delivery
    if (standing?.status !== 'received') return
    if (isEnding(found)) finish(unit, standing, found)
    else if (isBadRecord(found)) finish(unit, standing, buildEnding('fail', found.error))
    else {
      const { order, raw, modifiedAt, isCancelled } = found
      const received = { raw, modifiedAt, isCancelled, inboundMessageId: deliveryId }
      const taken = await takeOrder(app, unit, taking, order, received)
      finish(unit, standing, 'error' in taken ? buildEnding('fail', taken.error) : buildEnding('process'))
    }
  })
}
