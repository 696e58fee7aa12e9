import type { UsedTemplate } from '../../../schemas/notification/message.ts'
import type { Channel } from '../../../schemas/notification/topic.ts'
import { findMember } from '../../iam/list-members.ts'
import type { App } from '../../platform/app/app.ts'
import { createSharing, type Sharing } from '../../platform/create-sharing.ts'
import { findItem, getItemKey, listEvents, type Occurred } from '../../platform/events/outbox/outbox.ts'
import { getIdTime } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { describeError } from '../../platform/queue/retry-schedule.ts'
import type { Key } from '../../platform/store/table/table.ts'
import { type MessageRecord, recordMessage } from '../messages/record-message.ts'
import { warmMessageSettings } from '../templates/compose-message.ts'
import { Undeliverable } from '../undeliverable.ts'
import {
  claimDelivery,
  type Delivery,
  findDelivery,
  markDone,
  markDropped,
  markFailed,
  type Reviewed,
  recordFailedTry,
} from './delivery-store.ts'
import { findObjection } from './find-objection.ts'
import { pushToBrowsers } from './push-to-browsers.ts'
import { findAddress, sendEmail } from './send-email.ts'
import { sendSms } from './send-sms.ts'
import { sendToSlack } from './send-to-slack.ts'

type Send = (
  app: App,
  event: Occurred,
  delivery: Reviewed,
  now: Date,
  log: Log,
  shared: Sharing,
) => Promise<UsedTemplate>

/** The list gets its notifications with the fan-out, and webhook endpoints have queues of their own. */
const SENDERS: { readonly [C in Channel]?: Send } = {
  email: sendEmail,
  sms: sendSms,
  push: pushToBrowsers,
  slack: sendToSlack,
}

/** Records what became of a mail in the messages of its address, before the delivery ends, so that it is never missing there. */
const recordMail = async (
  { db }: App,
  delivery: Delivery,
  address: string | undefined,
  outcome: Pick<MessageRecord, 'status' | 'template' | 'reason'>,
  now: Date,
): Promise<void> => {
  const { tenant, channel, sk: id, eventId, topic, recipient, rule = null, digest } = delivery
  if (!tenant || channel !== 'email' || address === undefined) return
  const record = { ...{ id, eventId, topic, rule, recipientId: recipient, subject: null }, ...outcome }
  await recordMessage(db, tenant, address, { ...record, eventCount: digest?.count ?? 1 }, now)
}

const recordFailure = async (
  app: App,
  delivery: Delivery,
  address: string | undefined,
  error: unknown,
  now: Date,
  log: Log,
): Promise<void> => {
  const { sk: deliveryId, eventId, channel, attempts } = delivery
  const reason = describeError(error)
  const hopeless = error instanceof Undeliverable
  const { retryAfter } = error as { retryAfter?: string }
  const next = hopeless ? markFailed(delivery, reason, now) : recordFailedTry(delivery, reason, now, retryAfter)
  const { ok, item } = await app.db.update(next)
  if (!ok) return
  const fields = { deliveryId, eventId, channel, attempts, reason }
  if (item.status === 'failed') {
    log.error('notification.delivery.failed', new Error(reason), fields)
    await recordMail(app, delivery, address, { status: 'failed', template: null, reason }, now)
  } else log.warn('notification.delivery.put_off', fields)
}

/** Returns the event of the delivery. Deliveries of a batch are mostly of one event, which `shared` reads once. */
const readEvent = async ({ db }: App, delivery: Delivery, shared: Sharing): Promise<Occurred | undefined> => {
  const { tenant, eventId, itemId } = delivery
  const key = getItemKey({ tenant, sk: eventId, ...(itemId && { item: itemId }) })
  const item = await shared(`event ${key.pk} ${key.sk}`, () => findItem(db, key))
  return item && listEvents(item).find(({ sk }) => sk === eventId)
}

/** Sends a delivery to its recipient. A failed one is tried again later, and is kept as failed after its last try. */
export const deliver = async (
  app: App,
  { pk, sk }: Key,
  now: Date,
  log: Log,
  shared: Sharing = createSharing(),
): Promise<void> => {
  const found = await findDelivery(app.db, { pk, sk })
  if (found?.status !== 'due') return
  const { tenant, member } = found
  const reading = tenant && member !== null ? findMember(app.db, tenant, member) : undefined
  // Data of the message is asked for with the rest, so that all is read in one call. Its failure is one of the try.
  const content = Promise.all([
    readEvent(app, found, shared),
    warmMessageSettings(app, tenant, getIdTime(found.eventId)),
  ])
  content.catch(() => undefined)
  const [objection, current] = await Promise.all([findObjection(app.db, found, reading, now), reading])
  if (objection !== undefined) {
    await recordMail(app, found, current?.email, { status: 'dropped', template: null, reason: objection }, now)
    await app.db.update(markDropped(found, objection, now))
    return
  }
  const delivery = await claimDelivery(app.db, found, now)
  if (!delivery) return
  let address: string | undefined
  try {
    const [event] = await content
    if (!event) throw new Error('the event is gone')
    address = findAddress(event, current?.email)
    const send = SENDERS[delivery.channel]
    if (!send) throw new Error(`the channel ${delivery.channel} has no sender`)
    const template = await send(app, event, { ...delivery, memberEmail: current?.email }, now, log, shared)
    await recordMail(app, delivery, address, { status: 'sent', template, reason: null }, now)
  } catch (error) {
    await recordFailure(app, delivery, address, error, now, log)
    return
  }
  await app.db.update(markDone(delivery, now))
}
