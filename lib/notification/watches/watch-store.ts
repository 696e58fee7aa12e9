import type { TopicName } from '../../../schemas/notification/topic.ts'
import type { Id } from '../../platform/id.ts'
import { listPartition, partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildMemberScope, type MemberOwner } from '../member-scope.ts'

// Watchers of a topic:   T#<tenant>#watch?topic=<topic>[&subject=<uri>] / <identity>
// a member's own watches: T#<tenant>#<identity>#watch / <topic>#[<uri>]

export interface Watch {
  topic: TopicName
  /** Null for every subject. */
  subject: string | null
}

const watchersPartition = (tenant: Id, { topic, subject }: Watch) =>
  listPartition(tenant, 'watch', { topic, ...(subject !== null && { subject }) })

const watchKey = ({ tenant, identity }: MemberOwner, watch: Watch): Key => ({
  pk: watchersPartition(tenant, watch),
  sk: identity,
})

const watchesPartition = (owner: MemberOwner) => partition(buildMemberScope(owner), 'watch')

const ownKey = (owner: MemberOwner, { topic, subject }: Watch): Key => ({
  pk: watchesPartition(owner),
  sk: `${topic}#${subject ?? ''}`,
})

export const isWatching = async (db: Table, owner: MemberOwner, watch: Watch): Promise<boolean> =>
  (await db.get(watchKey(owner, watch))) !== undefined

export const addWatch = (unit: Unit, identity: Id, watch: Watch): void => {
  const owner = { tenant: unit.tenant, identity }
  unit.add({ put: { ...watchKey(owner, watch), kind: 'watcher' } })
  unit.add({ put: { ...ownKey(owner, watch), kind: 'watch', ...watch } })
}

/** Lists the keys of both items of a watch. */
export const listWatchKeys = (owner: MemberOwner, watch: Watch): Key[] => [watchKey(owner, watch), ownKey(owner, watch)]

export const removeWatch = (unit: Unit, identity: Id, watch: Watch): void => {
  for (const key of listWatchKeys({ tenant: unit.tenant, identity }, watch)) unit.add({ delete: key })
}

/** Lists all watches of a member. */
export const listWatches = async (db: Table, owner: MemberOwner): Promise<Watch[]> => {
  const items = await db.query<Watch>({ pk: watchesPartition(owner) })
  return items.map(({ topic, subject }) => ({ topic, subject }))
}

/** Lists watchers after this id, in the order of their ids. */
export const listWatchersAfter = async (
  db: Table,
  tenant: Id,
  watch: Watch,
  after: Id | null,
  limit: number,
): Promise<Id[]> => {
  const pk = watchersPartition(tenant, watch)
  const rows = await db.query({ pk, limit, only: [], ...(after !== null && { from: `${after}!` }) })
  return rows.map(({ sk }) => sk)
}

/** Returns those of the identities that watch. */
export const findWatchersAmong = async (db: Table, tenant: Id, watch: Watch, identities: readonly Id[]) => {
  const items = await db.batchGet(identities.map((identity) => watchKey({ tenant, identity }, watch)))
  return new Set<Id>(items.map(({ sk }) => sk))
}
