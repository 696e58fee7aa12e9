import type { Channel } from '../../../schemas/notification/topic.ts'
import { isStillMember } from '../../iam/find-members.ts'
import type { App } from '../../platform/app/app.ts'
import { findEvent, type Occurred, outboxKey } from '../../platform/events/outbox/outbox.ts'
import { createSharing, type Sharing } from '../../platform/events/worker.ts'
import type { Log } from '../../platform/log.ts'
import type { Key } from '../../platform/store/table/table.ts'
import { Undeliverable } from '../undeliverable.ts'
import {
  claim,
  type Delivery,
  findDelivery,
  markDone,
  markDropped,
  markFailed,
  recordFailedTry,
} from './delivery-store.ts'
import { sendEmail } from './send-email.ts'
import { pushToBrowsers } from './send-push.ts'
import { sendSms } from './send-sms.ts'
import { storeNotification } from './store-notification.ts'
import { sendToSlack, sendWebhook } from './tell-tenant.ts'

type Carry = (app: App, event: Occurred, delivery: Delivery, now: Date, log: Log, shared: Sharing) => Promise<void>

/** Those that `channels.ts` offers. */
const CARRIERS: { readonly [C in Channel]?: Carry } = {
  storage: storeNotification,
  email: sendEmail,
  sms: sendSms,
  push: pushToBrowsers,
  webhook: sendWebhook,
  slack: sendToSlack,
}

/** Storage ends the delivery in its own transaction; all else reaches outside and cannot be taken back. */
const isOutgoing = ({ channel }: Delivery) => channel !== 'storage'

/** A word for what went wrong; the error's own text may hold an address. */
const describeError = (error: unknown): string => {
  const { name, code, kind, responseCode, status } = error as Record<string, string | number | undefined>
  return [code ?? kind ?? name ?? 'Error', responseCode ?? status].filter(Boolean).join(' ')
}

const putOff = async ({ db }: App, delivery: Delivery, error: unknown, now: Date, log: Log): Promise<void> => {
  const { sk: deliveryId, eventId, channel, attempts } = delivery
  const reason = describeError(error)
  const hopeless = error instanceof Undeliverable
  const { retryAfter } = error as { retryAfter?: string }
  const next = hopeless ? markFailed(delivery, reason, now) : recordFailedTry(delivery, reason, now, retryAfter)
  const { ok, item } = await db.update(next)
  if (!ok) return
  const fields = { deliveryId, eventId, channel, attempts, reason }
  if (item.status === 'failed') log.error('notification.delivery.failed', new Error(reason), fields)
  else log.warn('notification.delivery.put_off', fields)
}

/** Nothing else is looked at again that was decided when the recipients were found. */
const isStillWanted = async ({ db }: App, { tenant, member, recipient }: Delivery): Promise<boolean> =>
  !tenant || member === null || (await isStillMember(db, tenant, member, recipient))

/**
 * Brings a delivery to its recipient; one that fails is tried again later, and after its last try kept as failed. Deliveries
 * that come together are mostly of one event, which they read together.
 */
export const deliver = async (
  app: App,
  { pk, sk }: Key,
  now: Date,
  log: Log,
  shared: Sharing = createSharing(),
): Promise<void> => {
  const found = await findDelivery(app.db, { pk, sk })
  if (found?.status !== 'due') return
  if (!(await isStillWanted(app, found))) {
    await app.db.update(markDropped(found, now))
    return
  }
  const delivery = isOutgoing(found) ? await claim(app.db, found, now) : { ...found, attempts: found.attempts + 1 }
  if (!delivery) return
  try {
    const { tenant, eventId } = delivery
    const event = await shared(`event ${tenant} ${eventId}`, () => findEvent(app.db, outboxKey(tenant, eventId)))
    if (!event) throw new Error('the event is gone')
    const carry = CARRIERS[delivery.channel]
    if (!carry) throw new Error(`nothing is carried by ${delivery.channel}`)
    await carry(app, event, delivery, now, log, shared)
  } catch (error) {
    await putOff(app, delivery, error, now, log)
    return
  }
  if (isOutgoing(delivery)) await app.db.update(markDone(delivery, now))
}
