import { findEvent, markHandled } from '../events/outbox.ts'
import type { Log } from '../log.ts'
import { type Action, type Item, type Key, MOST_ACTIONS, type Table } from '../store/table.ts'
import { channelsOf } from './channels.ts'
import { deliveryItem } from './delivery-store.ts'
import { recipientsOf } from './recipients.ts'

/** Writes the items that are not there yet, all together with the last action; false where that one may not happen. */
const addMissing = async (db: Table, items: readonly Item[], last?: Action): Promise<boolean> => {
  let missing = items
  while (missing.length || last) {
    const puts = missing.map((put) => ({ put, when: 'attribute_not_exists(pk)' }))
    const outcome = await db.transact([...puts, ...(last ? [last] : [])])
    if (outcome.committed) return true
    if (outcome.failed.has(missing.length)) return false
    missing = missing.filter((_, place) => !outcome.failed.has(place))
  }
  return true
}

/** Makes the event's deliveries, each once however often this is run, and marks the event handled with the last. */
export const notify = async (db: Table, { pk, sk }: Key, now: Date, log: Log): Promise<void> => {
  const key = { pk, sk }
  const event = await findEvent(db, key)
  if (!event || event.handledAt) return
  const recipients = await recipientsOf(db, event)
  const channels = channelsOf(event.topic)
  const items = recipients.flatMap((recipient) =>
    channels.map((channel) => deliveryItem(event, recipient, channel, now)),
  )
  let left = items
  while (left.length >= MOST_ACTIONS) {
    await addMissing(db, left.slice(0, MOST_ACTIONS))
    left = left.slice(MOST_ACTIONS)
  }
  if (await addMissing(db, left, markHandled(key, now)))
    log.info('notification.event.handled', { eventId: sk, topic: event.topic, deliveries: items.length })
}
