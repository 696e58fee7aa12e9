import type { TopicName } from '../../../schemas/notification/topic.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { listPartition, partition } from '../../platform/store/entities/entity.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'

// Who watches:         T#<tenant>#watch?topic=<topic>[&subject=<uri>] / <identity>
// what somebody does:  T#<tenant>#<identity>#watch / <topic>#<uri or nothing>

export interface Watch {
  topic: TopicName
  /** Null for whatever it happens to. */
  subject: string | null
}

interface Owner {
  tenant: Id
  identity: Id
}

/** Events spell ids in one way; whoever asks may have seen the other. */
export const canonicalizeSubject = (subject: string): string =>
  subject
    .split('/')
    .map((part) => parseId(part) ?? part)
    .join('/')

const watchersPartition = (tenant: Id, { topic, subject }: Watch) =>
  listPartition(tenant, 'watch', { topic, ...(subject !== null && { subject }) })

const watchKey = ({ tenant, identity }: Owner, watch: Watch): Key => ({
  pk: watchersPartition(tenant, watch),
  sk: identity,
})

const watchesPartition = ({ tenant, identity }: Owner) => partition(`${tenant}#${identity}`, 'watch')

const ownKey = (owner: Owner, { topic, subject }: Watch): Key => ({
  pk: watchesPartition(owner),
  sk: `${topic}#${subject ?? ''}`,
})

export const isWatching = async (db: Table, owner: Owner, watch: Watch): Promise<boolean> =>
  (await db.get(watchKey(owner, watch))) !== undefined

export const addWatch = (unit: Unit, identity: Id, watch: Watch): void => {
  const owner = { tenant: unit.tenant, identity }
  unit.add({ put: { ...watchKey(owner, watch), kind: 'watcher' } })
  unit.add({ put: { ...ownKey(owner, watch), kind: 'watch', ...watch } })
}

/** Both of its items, for taking it away. */
export const listKeysOfWatch = (owner: Owner, watch: Watch): Key[] => [watchKey(owner, watch), ownKey(owner, watch)]

export const removeWatch = (unit: Unit, identity: Id, watch: Watch): void => {
  for (const key of listKeysOfWatch({ tenant: unit.tenant, identity }, watch)) unit.add({ delete: key })
}

/** All that somebody watches. */
export const listWatches = async (db: Table, owner: Owner): Promise<Watch[]> => {
  const items = await db.query({ pk: watchesPartition(owner) })
  return items.map(({ topic, subject }) => ({ topic, subject }) as Watch)
}

/** The next ones who watch, in the order of their ids. */
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

/** Which of these watch. */
export const findWatchersAmong = async (db: Table, tenant: Id, watch: Watch, identities: readonly Id[]) => {
  const items = await db.batchGet(identities.map((identity) => watchKey({ tenant, identity }, watch)))
  return new Set<Id>(items.map(({ sk }) => sk))
}
