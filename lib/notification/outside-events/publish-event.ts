import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { TopicData } from '../../../schemas/events/topics.ts'
import type { OutsideTopic, PublishEventInput } from '../../../schemas/notification/published-event.ts'
import { type AbilityEntry, findSubject } from '../../iam/abilities/decide-abilities.ts'
import { readAddress } from '../../iam/abilities/read-address.ts'
import { buildOutboxItem, type Event } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { orInvalid, Problem } from '../../platform/problem.ts'
import { describeFieldChange } from '../../platform/store/audit/field-changes.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findPublished, recordPublished } from './published-event-store.ts'

/** Throws if the subject is malformed, or of a kind that the platform stores and the tenant has no such resource. */
const checkSubject = async (
  db: Table,
  unit: Unit,
  kinds: readonly AbilityEntry[],
  subject: string | null,
): Promise<void> => {
  const address = subject === null ? undefined : readAddress(subject)
  if (address && kinds.some(({ path }) => path === address.path))
    orInvalid(await findSubject(db, kinds, address.uri, unit.tenant), 'subject', 'resource')
}

/** Emits the event of a module that lives outside. Returns false as `isNew` if it was published before under its id. */
export const publishEvent = async (
  db: Table,
  unit: Unit,
  publisher: Id,
  given: PublishEventInput,
  kinds: readonly AbilityEntry[],
) => {
  const { topic, subject = null, data, eventId = null } = given
  const fingerprint = hash('sha256', canonicalize({ topic, subject, data }) ?? '', 'hex')
  const origin = eventId === null ? undefined : { publisher, eventId }
  const before = origin && (await findPublished(db, unit.tenant, origin, unit.now))
  if (before && before.fingerprint !== fingerprint)
    throw new Problem(
      'IDEMPOTENCY_KEY_REUSED',
      'This eventId was used for another event. Publish this one with another id.',
    )
  if (before)
    return { isNew: false, event: { id: before.event, topic, subject, eventId, occurredAt: before.occurredAt } }
  await checkSubject(db, unit, kinds, subject)
  const [id, occurredAt] = [unit.newId(), unit.now.toISOString()]
  const event = { topic, tenant: unit.tenant, actor: unit.actor, subject, data: data as TopicData[OutsideTopic] }
  unit.add({ put: buildOutboxItem(id, unit.now, event as Event) })
  unit.audit.add(
    { tenant: unit.tenant },
    {
      action: 'publish',
      type: 'event',
      resource: id,
      changes: Object.entries({ topic, ...(subject !== null && { subject }) }).map(([name, value]) =>
        describeFieldChange(name, undefined, value),
      ),
    },
  )
  if (origin) recordPublished(unit, origin, { event: id, occurredAt, fingerprint })
  return { isNew: true, event: { id, topic, subject, eventId, occurredAt } }
}
