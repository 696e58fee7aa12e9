import { type Audience, TOPICS } from '../../../schemas/events/topics.ts'
import type { Role } from '../../../schemas/roles.ts'
import { canReadType } from '../../document/documents/can-read-type.ts'
import { findMembersByIdentity, listMembers } from '../../iam/list-members.ts'
import type { Member } from '../../iam/member.ts'
import { listScopesOfRole } from '../../platform/access/scopes.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findWatchersAmong, listWatchersAfter } from '../watches/watch-store.ts'

/** Sources of recipients; they are read in this order. */
export type Source = 'named' | 'members' | 'topic' | 'subject'

export interface Recipient {
  /** The identity, or the member if there may be no account yet. */
  id: Id
  /** The membership that is required at delivery; null if none is. */
  member: Id | null
  /** True if another source may have had this recipient for the same event. */
  mayBeKnown?: true
}

/** One entry of a source; `recipient` is undefined if it is not to be notified. */
export interface Candidate {
  cursor: Id
  recipient: Recipient | undefined
}

/**
 * Checks whether the audience includes the role: a module's is every role that can read it, a scope's every role that has it.
 */
export const isInAudience = (audience: Audience, role: Role): boolean =>
  audience === 'everyone' ||
  listScopesOfRole(role).some(
    (scope) => scope === audience || (scope.startsWith(`${audience}:`) && scope.endsWith(':read')),
  )

/** Checks whether what happened is told to the role. Of documents, only those are that it can read. */
export const isToldTo = (role: Role, { topic, data }: Pick<Occurred, 'topic' | 'data'>): boolean =>
  isInAudience(TOPICS[topic].audience, role) &&
  (!('documentType' in data) || canReadType(data.documentType, { scopes: new Set(listScopesOfRole(role)) }))

const getAudience = ({ topic }: Occurred): Audience => TOPICS[topic].audience

/** Lists the sources of an event. An event for a named recipient goes to nobody else, not even to watchers. */
export const listSources = (event: Occurred): Source[] => {
  const audience = getAudience(event)
  if (audience === 'named') return ['named']
  if (!event.tenant) return []
  return ['members', 'topic', ...(event.subject === null ? [] : ['subject' as const])]
}

const toRecipient = ({ id, identityId, status }: Member): Recipient | undefined =>
  identityId !== null && status === 'active' ? { id: identityId, member: id } : undefined

/** A recipient with an address in the event may have no account or no tenant. */
const findNamed = async (db: Table, { tenant, data }: Occurred): Promise<Candidate[]> => {
  if ('email' in data) {
    const id = 'identityId' in data ? data.identityId : data.memberId
    return [{ cursor: id, recipient: { id, member: null } }]
  }
  if (!tenant || !('identityId' in data)) return []
  const [member] = await findMembersByIdentity(db, tenant, [data.identityId])
  return [{ cursor: data.identityId, recipient: member && toRecipient(member) }]
}

const listFromMembers = async (db: Table, event: Occurred, after: Id | null, limit: number): Promise<Candidate[]> => {
  const members = await listMembers(db, event.tenant as Id, after, limit)
  return members.map((member) => ({
    cursor: member.id,
    recipient: isToldTo(member.role, event) ? toRecipient(member) : undefined,
  }))
}

/** Leaves out those who were notified as members, unless their role may have changed since the event. */
const listFromWatchers = async (
  db: Table,
  event: Occurred,
  source: 'topic' | 'subject',
  after: Id | null,
  limit: number,
): Promise<Candidate[]> => {
  const tenant = event.tenant as Id
  const whole = { topic: event.topic, subject: null }
  const watch = source === 'topic' ? whole : { ...whole, subject: event.subject }
  const watchers = await listWatchersAfter(db, tenant, watch, after, limit)
  const [members, already] = await Promise.all([
    findMembersByIdentity(db, tenant, watchers),
    source === 'subject' ? findWatchersAmong(db, tenant, whole, watchers) : new Set<Id>(),
  ])
  const byIdentity = new Map(members.map((member) => [member.identityId, member]))
  return watchers.map((cursor) => {
    const member = already.has(cursor) ? undefined : byIdentity.get(cursor)
    const wasNotified = member && isToldTo(member.role, event) && member.updatedAt < event.occurredAt
    const recipient = member && !wasNotified ? toRecipient(member) : undefined
    const hasChanged = member && member.updatedAt >= event.occurredAt
    return { cursor, recipient: recipient && hasChanged ? { ...recipient, mayBeKnown: true } : recipient }
  })
}

/** Lists the next entries of a source, at most `limit`; fewer only at its end. */
export const listRecipients = async (
  db: Table,
  event: Occurred,
  source: Source,
  after: Id | null,
  limit: number,
): Promise<Candidate[]> => {
  if (source === 'named') return after === null ? await findNamed(db, event) : []
  if (source === 'members') return await listFromMembers(db, event, after, limit)
  return await listFromWatchers(db, event, source, after, limit)
}
