import { getNextId, type Id, newId } from '../../id.ts'
import type { Item } from '../../store/table/table.ts'
import { buildAddressItem } from './forget-address.ts'
import { getErasableEmail } from './get-erasable-email.ts'
import { buildOutboxItem, type Event } from './outbox.ts'

/** The messages of so many events to one recipient fit into one transaction. */
const MAX_EVENTS = 16
/** Far below the limit of an item, 400 KB. */
const MAX_BYTES = 100_000

interface GroupedEvent extends Event {
  id: Id
}

/** Events of one transaction that become one item: of the same topic and tenant, as many as its fan-out can handle at once. */
export interface EventGroup {
  events: readonly [GroupedEvent, ...GroupedEvent[]]
  bytes: number
}

const countBytes = ({ subject, data }: Event) => Buffer.byteLength(JSON.stringify([subject, data]))

const hasRoomFor = ({ events, bytes }: EventGroup, event: Event) =>
  events[0].topic === event.topic &&
  events[0].tenant === event.tenant &&
  events.length < MAX_EVENTS &&
  bytes + countBytes(event) <= MAX_BYTES

/** Adds an event to the group that it fits, or else to a new one. Returns the groups; those given are not changed. */
const groupEvent = (groups: readonly EventGroup[], event: Event, now: Date): readonly EventGroup[] => {
  const place = groups.findLastIndex((each) => hasRoomFor(each, event))
  const known = groups[place]
  if (!known) return [...groups, { events: [{ ...event, id: newId(now) }], bytes: countBytes(event) }]
  const id = getNextId((known.events.at(-1) as GroupedEvent).id)
  return groups.with(place, { events: [...known.events, { ...event, id }], bytes: known.bytes + countBytes(event) })
}

export const buildGroupItem = ({ events: [first, ...more] }: EventGroup, now: Date): Item => {
  const { id, ...event } = first
  return buildOutboxItem(
    id,
    now,
    event,
    more.map(({ id, subject, data }) => ({ id, subject, data })),
  )
}

/**
 * Returns the groups with the event, and the items to write now. An event that names an address has an item of its own, in
 * which the address can be erased.
 */
export const collectEvent = (
  groups: readonly EventGroup[],
  event: Event,
  now: Date,
): { groups: readonly EventGroup[]; items: readonly Item[] } => {
  const email = getErasableEmail(event.topic, event.data)
  if (!email) return { groups: groupEvent(groups, event, now), items: [] }
  const id = newId(now)
  return { groups, items: [buildOutboxItem(id, now, event), buildAddressItem(email, id, event.tenant, now)] }
}
