import type { Channel } from '../../../schemas/notification/topic.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import { advance, type Progress } from '../../platform/events/outbox/progress.ts'
import type { Id } from '../../platform/id.ts'
import type { Action, Put, Table } from '../../platform/store/table/table.ts'
import { buildDeliveryItem } from '../deliveries/delivery-store.ts'
import { buildNotification, type NotificationText, storeNotifications } from '../notifications/build-notifications.ts'
import type { Source } from './list-recipients.ts'
import { listWindowActions, type Plans, planWindows, type Windows } from './plan-windows.ts'
import type { Cursor, Told } from './read-recipients.ts'
import { buildTrace, buildTraceItem } from './trace-store.ts'

/** ListTexts of the member's list by event; an event without any is in no list. */
export type ListTexts = ReadonlyMap<Id, NotificationText>

/** The list has its notification in the chunk itself, and webhook endpoints have queues of their own. */
const isOutgoing = (channel: Channel) => channel !== 'storage' && channel !== 'webhook'

/** Builds a delivery for each event that goes at once by a channel that reaches outside. */
const buildDeliveries = ({ id, member, place, channels, events }: Told, plans: Plans, now: Date): Action[] =>
  channels
    .filter(isOutgoing)
    .flatMap((channel) =>
      events
        .slice(0, plans.get(channel)?.atOnce)
        .map((event) => buildDeliveryItem(event, { id, member, rule: place.source }, channel, now)),
    )
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

/** Actions that one recipient adds to a chunk. */
export interface Addition {
  told: Told
  plans: Plans
  /** Notifications and deliveries. They exist already if the recipient was found twice. */
  messages: readonly Action[]
  /** Changes of windows. They fail if a window has changed since it was read. */
  windows: readonly Action[]
}

export const buildAddition = (told: Told, texts: ListTexts, windows: Windows, now: Date): Addition => {
  const plans = planWindows(told, windows, now)
  return {
    told,
    plans,
    messages: [...buildList(told, texts), ...buildDeliveries(told, plans, now)],
    windows: listWindowActions(plans),
  }
}

/** True if a message of the addition opens a window. */
export const opensWindow = ({ windows }: Addition): boolean => windows.some((action) => 'put' in action)

/** Returns the most actions that an addition can have if its windows change: a first message is two. */
export const countMostActions = ({ messages, plans }: Addition): number =>
  messages.length + [...plans.values()].reduce((most, { atOnce }) => most + (atOnce ? 1 : 2), 0)

const countMessages = (additions: readonly Addition[]) =>
  additions.reduce((total, { told: { channels, events } }) => total + channels.length * events.length, 0)

/** The writes of a chunk beside the trace and the progress. */
interface Chunk {
  additions: readonly Addition[]
  /** The events in the queues of webhook endpoints. */
  queued: readonly Put[]
}

export type Written = { progress: Progress<Source> | undefined; deliveries: number } | 'overtaken'

const listActions = ({ messages, windows }: Addition) => [...messages, ...windows]

/**
 * Writes the notifications, the deliveries, the windows, the trace and the event's progress in one transaction. Another worker
 * may have written the chunk meanwhile. `rebuild` plans for the current windows of a recipient.
 */
export const writeChunk = async (
  db: Table,
  events: readonly Occurred[],
  { chunks, deliveries }: Pick<Progress, 'chunks' | 'deliveries'>,
  { additions, queued }: Chunk,
  next: Cursor | undefined,
  { now, rebuild }: { now: Date; rebuild: (told: readonly Told[]) => Promise<readonly Addition[]> },
): Promise<Written> => {
  const { pk, sk } = events[0] as Occurred
  let added = additions
  for (;;) {
    const total = deliveries + countMessages(added)
    const progress = next && { ...next, chunks: chunks + 1, deliveries: total }
    const recipients = added.map(({ told, plans }) => ({ ...told, plans }))
    const trace = recipients.length ? buildTrace(recipients, events.length, now) : undefined
    // The only chunk needs no item for its trace.
    const isOnly = !progress && chunks === 0
    const update = advance({ pk, sk }, chunks, progress, now, isOnly ? trace : undefined)
    const traceItem = trace && !isOnly ? [{ put: buildTraceItem(events[0] as Occurred, chunks, trace, now) }] : []
    const outcome = await db.transact([update, ...traceItem, ...queued, ...added.flatMap(listActions)])
    if (outcome.committed) return { progress, deliveries: total }
    if (outcome.failed.has(update)) return 'overtaken'
    const { failed } = outcome
    // Another source of recipients has the others too, and wrote their messages.
    const wanted = added.filter(({ messages }) => !messages.some((action) => failed.has(action)))
    const stale = wanted.filter(({ windows }) => windows.some((action) => failed.has(action)))
    const rebuilt = stale.length ? await rebuild(stale.map(({ told }) => told)) : []
    const current = new Map(rebuilt.map((addition) => [addition.told, addition]))
    added = wanted.map((addition) => current.get(addition.told) ?? addition)
  }
}
