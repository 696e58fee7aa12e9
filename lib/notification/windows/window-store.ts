import type { Channel, TopicName } from '../../../schemas/notification/topic.ts'
import type { EventReference } from '../../platform/events/outbox/find-events.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { getDuePartition } from '../../platform/store/table/due.ts'
import {
  type Action,
  formatKey,
  type Item,
  type Key,
  type Table,
  type Update,
} from '../../platform/store/table/table.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'
import { MAX_NAMED, type Window } from './window.ts'

// Windows:  T#<tenant>#<recipient>#digest-window / <topic>#<channel>   what was gathered for the next digest; due at its end
//           once anything was gathered. It holds ids of events and nothing of their content

/** The recipient, the channel and the topic of a window. `identity` is the tenant itself for its own Slack channel. */
export interface WindowOwner extends MemberOwner {
  channel: Channel
  topic: TopicName
}

export type StoredWindow = Item & WindowOwner & Window & { dueSk?: string }

export const windowPartition = (owner: MemberOwner) => partition(buildMemberScope(owner), 'digest-window')

export const windowKey = (owner: WindowOwner): Key => ({
  pk: windowPartition(owner),
  sk: `${owner.topic}#${owner.channel}`,
})

/** Longer than any digest waits. */
const KEPT_SECONDS = 60 * 24 * 3600

/** Returns the id of the digest in which a window ends. */
export const deriveDigestId = (
  { tenant, identity, channel, topic }: WindowOwner,
  { openedAt }: Pick<Window, 'openedAt'>,
): Id => deriveId(new Date(openedAt), tenant, identity, channel, topic, 'digest')

const buildDue = (owner: WindowOwner, window: Window) => ({
  duePk: getDuePartition('digest-window', deriveDigestId(owner, window)),
  dueSk: window.until,
})

export const buildWindowItem = (owner: WindowOwner, window: Window): Item => {
  const { tenant, identity, channel, topic } = owner
  return {
    ...windowKey(owner),
    kind: 'digest-window',
    tenant,
    identity,
    channel,
    topic,
    ...window,
    events: window.events.slice(0, MAX_NAMED),
    expiresAt: Math.floor(Date.parse(window.until) / 1000) + KEPT_SECONDS,
    ...(window.count && buildDue(owner, window)),
  }
}

/** Finds the windows of these owners, by key. */
export const findWindows = async (db: Table, owners: readonly WindowOwner[]): Promise<Map<string, StoredWindow>> => {
  const items = owners.length ? await db.batchGet<StoredWindow>(owners.map(windowKey)) : []
  return new Map(items.map((item) => [formatKey(item), item]))
}

export const findWindow = async (db: Table, key: Key): Promise<StoredWindow | undefined> =>
  await db.get<StoredWindow>(key)

/** Lists the windows of a recipient for all its topics and channels. */
export const listWindows = async (db: Table, owner: MemberOwner): Promise<StoredWindow[]> =>
  await db.query<StoredWindow>({ pk: windowPartition(owner) })

/** Condition that nothing was gathered, opened or closed since the window was read. */
const requireUnchanged = (seen: Window | undefined) =>
  seen
    ? {
        when: '#openedAt = :openedAt AND #count = :count',
        values: { ':openedAt': seen.openedAt, ':count': seen.count },
      }
    : { when: 'attribute_not_exists(pk)' }

/** Returns the put of a window in place of the one that was read, if any. */
export const putWindow = (owner: WindowOwner, window: Window, seen: Window | undefined): Action => ({
  put: buildWindowItem(owner, window),
  ...requireUnchanged(seen),
})

/** Returns an update that gathers events in an open window. Simultaneous updates add up, whichever comes first. */
export const gatherEvents = (owner: WindowOwner, seen: Window, events: readonly EventReference[]): Update => {
  const { duePk, dueSk } = buildDue(owner, seen)
  const room = Math.max(0, MAX_NAMED - seen.events.length)
  return {
    update: windowKey(owner),
    set: 'SET #count = #count + :more, #events = list_append(#events, :events), #duePk = if_not_exists(#duePk, :duePk), #dueSk = if_not_exists(#dueSk, :dueSk)',
    when: '#openedAt = :openedAt',
    values: {
      ':more': events.length,
      ':events': events.slice(0, room),
      ':duePk': duePk,
      ':dueSk': dueSk,
      ':openedAt': seen.openedAt,
    },
  }
}

/** Returns an update that ends a window with gathered events at `at`, if it would end later. */
export const endEarlier = ({ pk, sk, openedAt }: StoredWindow, at: Date): Update => ({
  update: { pk, sk },
  set: 'SET #dueSk = :at',
  when: '#openedAt = :openedAt AND #dueSk > :at',
  values: { ':openedAt': openedAt, ':at': at.toISOString() },
})
