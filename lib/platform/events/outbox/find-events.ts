import type { Id } from '../../id.ts'
import type { Table } from '../../store/table/table.ts'
import { listEvents, type Occurred, type OutboxItem, outboxKey } from './outbox.ts'

/** The id of an event, after that of its item if that is another. References sort by the time of their events. */
export type EventReference = string

export const formatReference = ({ sk, item }: Pick<Occurred, 'sk' | 'item'>): EventReference =>
  item === undefined ? sk : `${item}#${sk}`

export const parseReference = (reference: EventReference): { item: Id; event: Id } => {
  const [item = '', event = item] = reference.split('#')
  return { item, event }
}

/** Finds events by their references, in the order of time; leaves out those that have expired. */
export const findEvents = async (
  db: Table,
  tenant: Id | null,
  references: readonly EventReference[],
): Promise<Occurred[]> => {
  const parsed = references.map(parseReference)
  const keys = [...new Set(parsed.map(({ item }) => item))].map((item) => outboxKey(tenant, item))
  const items = keys.length ? await db.batchGet<OutboxItem>(keys) : []
  const wanted = new Set(parsed.map(({ event }) => event))
  return items
    .flatMap(listEvents)
    .filter(({ sk }) => wanted.has(sk))
    .sort((one, other) => (one.sk < other.sk ? -1 : 1))
}
