import { type Audience, TOPICS } from '../../../schemas/events/topics.ts'
import type { TopicName } from '../../../schemas/notification/topic.ts'
import { findMembersOfIdentities, listMembersAfter } from '../../iam/find-members.ts'
import type { Member } from '../../iam/members.ts'
import { listScopesOfRole, type Role } from '../../platform/access/scopes.ts'
import type { Occurred } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findWatchersAmong, listWatchersAfter } from '../watches/watch-store.ts'

/** Where recipients are found, one source after the other. */
export type Source = 'named' | 'members' | 'topic' | 'subject'

export interface Recipient {
  /** The identity, or the member where there may be no account yet. */
  id: Id
  /** As which it is told; null where it needs not be one. */
  member: Id | null
}

/** What stands in a source at one place; nobody where it is not to be told. */
export interface Found {
  at: Id
  recipient: Recipient | undefined
}

/** Whether what happens in a module concerns the role: whoever can read it is told of it. */
export const isConcerned = (audience: Exclude<Audience, 'named'>, role: Role): boolean =>
  audience === 'everyone' ||
  listScopesOfRole(role).some((scope) => scope.startsWith(`${audience}:`) && scope.endsWith(':read'))

const getAudience = ({ topic }: Occurred): Audience => TOPICS[topic].audience

/** The sources of an event. What is addressed to somebody is told to nobody else, whoever watches. */
export const listSources = (event: Occurred): Source[] => {
  const audience = getAudience(event)
  if (audience === 'named') return ['named']
  if (!event.tenant) return []
  return ['members', 'topic', ...(event.subject === null ? [] : ['subject' as const])]
}

const toRecipient = ({ id, identityId, status }: Member): Recipient | undefined =>
  identityId !== null && status === 'active' ? { id: identityId, member: id } : undefined

/** Who has an address in the event may have no account, or work in no tenant. */
const findNamed = async (db: Table, { tenant, data }: Occurred): Promise<Found[]> => {
  if ('email' in data) {
    const id = 'identityId' in data ? data.identityId : data.memberId
    return [{ at: id, recipient: { id, member: null } }]
  }
  if (!tenant || !('identityId' in data)) return []
  const [member] = await findMembersOfIdentities(db, tenant, [data.identityId])
  return [{ at: data.identityId, recipient: member && toRecipient(member) }]
}

const listFromMembers = async (db: Table, event: Occurred, after: Id | null, limit: number): Promise<Found[]> => {
  const audience = getAudience(event) as Parameters<typeof isConcerned>[0]
  const members = await listMembersAfter(db, event.tenant as Id, after, limit)
  return members.map((member) => ({
    at: member.id,
    recipient: isConcerned(audience, member.role) ? toRecipient(member) : undefined,
  }))
}

/** Those who are told as members are left out, unless their role may have changed since they were looked at. */
const listFromWatchers = async (
  db: Table,
  event: Occurred,
  source: 'topic' | 'subject',
  after: Id | null,
  limit: number,
): Promise<Found[]> => {
  const tenant = event.tenant as Id
  const audience = getAudience(event) as Parameters<typeof isConcerned>[0]
  const whole = { topic: event.topic as TopicName, subject: null }
  const watch = source === 'topic' ? whole : { ...whole, subject: event.subject }
  const watchers = await listWatchersAfter(db, tenant, watch, after, limit)
  const [members, already] = await Promise.all([
    findMembersOfIdentities(db, tenant, watchers),
    source === 'subject' ? findWatchersAmong(db, tenant, whole, watchers) : new Set<Id>(),
  ])
  const byIdentity = new Map(members.map((member) => [member.identityId, member]))
  return watchers.map((at) => {
    const member = already.has(at) ? undefined : byIdentity.get(at)
    const wasTold = member && isConcerned(audience, member.role) && member.updatedAt < event.occurredAt
    return { at, recipient: member && !wasTold ? toRecipient(member) : undefined }
  })
}

/** The next of a source, at most `limit`; fewer where it ends. */
export const listNext = async (
  db: Table,
  event: Occurred,
  source: Source,
  after: Id | null,
  limit: number,
): Promise<Found[]> => {
  if (source === 'named') return after === null ? await findNamed(db, event) : []
  if (source === 'members') return await listFromMembers(db, event, after, limit)
  return await listFromWatchers(db, event, source, after, limit)
}
