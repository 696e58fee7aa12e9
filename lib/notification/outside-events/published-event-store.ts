import { hash } from 'node:crypto'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Published events:  T#<tenant>#published-event / <digest>   by the publisher and its own id of the event: what was
//                                                            published, for a day

const KEPT_SECONDS = 24 * 3600

interface PublishedEvent {
  event: Id
  occurredAt: string
  /** Hash of topic, subject and data. */
  fingerprint: string
  expiresAt: number
}

/** The publisher and its own id of an event. */
interface Origin {
  publisher: Id
  eventId: string
}

const publishedKey = (tenant: Id, { publisher, eventId }: Origin): Key => ({
  pk: partition(tenant, 'published-event'),
  sk: hash('sha256', `${publisher}\n${eventId}`, 'hex'),
})

/** Finds what was published under the id within the last day. */
export const findPublished = async (
  db: Table,
  tenant: Id,
  origin: Origin,
  now: Date,
): Promise<PublishedEvent | undefined> => {
  const found = await db.get<PublishedEvent>(publishedKey(tenant, origin))
  return found && found.expiresAt > now.getTime() / 1000 ? found : undefined
}

/** Records the event; the unit is stale if a concurrent request was faster. */
export const recordPublished = (unit: Unit, origin: Origin, event: Omit<PublishedEvent, 'expiresAt'>): void => {
  const now = Math.floor(unit.now.getTime() / 1000)
  unit.add({
    put: { ...publishedKey(unit.tenant, origin), kind: 'published-event', ...event, expiresAt: now + KEPT_SECONDS },
    when: 'attribute_not_exists(pk) OR #expiresAt <= :now',
    values: { ':now': now },
  })
}
