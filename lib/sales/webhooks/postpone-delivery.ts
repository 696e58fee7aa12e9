import type { ConnectorError } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { buildEnding, finishDelivery } from '../../platform/webhooks/finish-delivery.ts'
import type { StoredChannel } from '../channels/channel.ts'
import { channels, findChannel } from '../channels/channel-store.ts'
import { computeNextAttempt } from '../runs/single-run.ts'
import type { StoredDelivery } from './stored-delivery.ts'
import { channelWebhookLog, findDelivery, webhookDeliveries } from './webhook-delivery-store.ts'

/** Change of a channel that a delivery waits for. */
export type AwaitedChange = 'resume' | 'credentials'

const AWAITED: Record<AwaitedChange, { message: string; mustWait: (channel: StoredChannel) => boolean }> = {
  resume: {
    message: 'The channel is paused. The delivery is processed if the channel resumes within thirty days.',
    mustWait: ({ status }) => status === 'paused',
  },
  credentials: {
    message:
      'The shop does not accept the connection of the channel. The delivery is processed if it is renewed within thirty days.',
    mustWait: ({ authFailedAt }) => !!authFailedAt,
  },
}

/** Marks a delivery as waiting for a change of its channel; returns false if there is nothing to wait for any more. */
export const holdDelivery = (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  { id, channelId }: StoredDelivery,
  awaited: AwaitedChange,
  now: Date,
): Promise<boolean> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const { message, mustWait } = AWAITED[awaited]
    const [delivery, channel] = await Promise.all([findDelivery(db, tenant, id), findChannel(db, tenant, channelId)])
    if (delivery?.status !== 'received') return true
    if (!channel || !mustWait(channel)) return false
    if (delivery.heldFor && delivery.errorMessage === message) return true
    unit.update(webhookDeliveries, delivery, { heldFor: channelId, tries: undefined, errorMessage: message })
    // Fails if the channel changes at the same moment, since its release would miss this delivery.
    unit.require(channels, channel)
    return true
  })

/** Shows why the shop could not be asked. Returns the time of the next attempt, or undefined if the delivery has failed. */
export const postponeDelivery = (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  deliveryId: Id,
  { code, message, retryAfterSeconds }: ConnectorError,
  now: Date,
): Promise<Date | undefined> =>
  runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const delivery = await findDelivery(db, tenant, deliveryId)
    if (delivery?.status !== 'received') return undefined
    const tries = (delivery.tries ?? 0) + 1
    const next = computeNextAttempt(tries, retryAfterSeconds, now)
    const errorMessage = `${code}: ${message}`
    if (next)
      unit.update(webhookDeliveries, delivery, {
        tries,
        errorMessage: `${errorMessage} The next attempt follows at ${next.toISOString()}.`,
      })
    else finishDelivery(unit, channelWebhookLog, delivery, buildEnding('fail', errorMessage))
    return next
  })
