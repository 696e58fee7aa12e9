import type { Channel } from '../../../schemas/notification/topic.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import { advance, type Progress } from '../../platform/events/outbox/progress.ts'
import type { Id } from '../../platform/id.ts'
import type { Action, Table } from '../../platform/store/table/table.ts'
import { buildDeliveryItem } from '../deliveries/delivery-store.ts'
import { buildNotification, type NotificationText, storeNotifications } from '../notifications/build-notifications.ts'
import type { Source } from './list-recipients.ts'
import type { Cursor, Told } from './read-recipients.ts'
import { buildTrace, buildTraceItem } from './trace-store.ts'

/** ListTexts of the member's list by event; an event without any is in no list. */
export type ListTexts = ReadonlyMap<Id, NotificationText>

const isOutgoing = (channel: Channel) => channel !== 'storage'

/** Builds a delivery for each event and each channel that reaches outside. */
const buildDeliveries = ({ channels, events, ...recipient }: Told, now: Date): Action[] =>
  channels
    .filter(isOutgoing)
    .flatMap((channel) => events.map((event) => buildDeliveryItem(event, recipient, channel, now)))
    .map((put) => ({ put, when: 'attribute_not_exists(pk)' }))

const buildList = ({ id, channels, events }: Told, texts: ListTexts): Action[] => {
  const [first] = events
  if (!first?.tenant || !channels.includes('storage')) return []
  const some = events.flatMap((event) => {
    const text = texts.get(event.sk)
    return text ? [buildNotification(event, id, text)] : []
  })
  return storeNotifications({ tenant: first.tenant, identity: id }, first.sk, some)
}

/** What one recipient adds to a chunk. */
export interface Addition {
  told: Told
  actions: readonly Action[]
}

export const buildAddition = (told: Told, texts: ListTexts, now: Date): Addition => ({
  told,
  actions: [...buildList(told, texts), ...buildDeliveries(told, now)],
})

const countMessages = (additions: readonly Addition[]) =>
  additions.reduce((total, { told: { channels, events } }) => total + channels.length * events.length, 0)

export type Written = { progress: Progress<Source> | undefined; deliveries: number } | 'overtaken'

/**
 * Writes the notifications, the deliveries, the trace and the event's progress in one transaction. Another worker may have
 * written the chunk meanwhile.
 */
export const writeChunk = async (
  db: Table,
  events: readonly Occurred[],
  { chunks, deliveries }: Pick<Progress, 'chunks' | 'deliveries'>,
  additions: readonly Addition[],
  next: Cursor | undefined,
  now: Date,
): Promise<Written> => {
  const { pk, sk } = events[0] as Occurred
  let added = additions
  for (;;) {
    const total = deliveries + countMessages(added)
    const progress = next && { ...next, chunks: chunks + 1, deliveries: total }
    const recipients = added.map(({ told }) => told)
    const trace = recipients.length ? buildTrace(recipients, events.length, now) : undefined
    // The only chunk needs no item for its trace.
    const isOnly = !progress && chunks === 0
    const update = advance({ pk, sk }, chunks, progress, now, isOnly ? trace : undefined)
    const traceItem = trace && !isOnly ? [{ put: buildTraceItem(events[0] as Occurred, chunks, trace, now) }] : []
    const outcome = await db.transact([update, ...traceItem, ...added.flatMap(({ actions }) => actions)])
    if (outcome.committed) return { progress, deliveries: total }
    if (outcome.failed.has(update)) return 'overtaken'
    // Another source of recipients has them too, and wrote their messages.
    added = added.filter(({ actions }) => !actions.some((action) => outcome.failed.has(action)))
  }
}
