import { encodeTime, type Id } from '../platform/id.ts'
import { type AuditEntry, unpackBody } from '../platform/store/audit/audit-body.ts'
import { type AuditItem, auditPartition, type ErasedPart, type SaltedPart } from '../platform/store/audit/audit-item.ts'
import { partition } from '../platform/store/entities/entity.ts'
import { readPages } from '../platform/store/table/read-pages.ts'
import type { Key, Put, Table } from '../platform/store/table/table.ts'
import type { Removal } from './proofs/prove-removal.ts'
import type { Seal } from './proofs/seal.ts'

// The audit trail:      T#<tenant>#audit / <item>                      entries of a transaction; see lib/platform/store/audit
// items by resource:    T#<tenant>#audit?resourceId=<id> / <item>      written when their hour is sealed
// items by actor:       T#<tenant>#audit?actorId=<identity> / <item>   the same
// seals of hours:       T#<tenant>#audit-seal / <number>               eight digits, from 1
// the end of removal:   T#<tenant>#audit-removal / REMOVED             before, proof

type Part = SaltedPart | ErasedPart

export type Narrowing = 'resourceId' | 'actorId'

const NUMBER_DIGITS = 8

/** Returns the least id of a time; ids of items before it are smaller. */
export const firstIdAt = (at: Date): Id => encodeTime(at) + '0'.repeat(16)

const narrowedPartition = (tenant: Id, by: Narrowing, value: string) =>
  partition(tenant, `audit?${by}=${encodeURIComponent(value)}`)

const sealPartition = (tenant: Id) => partition(tenant, 'audit-seal')

const removalKey = (tenant: Id): Key => ({ pk: partition(tenant, 'audit-removal'), sk: 'REMOVED' })

/** Lists the ids by which an entry is found: its resource, and the person whose member it is about. */
export const listSubjects = ({ resource, changes }: AuditEntry): string[] => [
  ...(resource === null ? [] : [resource]),
  ...changes.flatMap(({ field, before, after }) =>
    field === 'identityId' ? [before, after].flatMap((text) => toIds(text)) : [],
  ),
]

const toIds = (text: string | null): string[] => {
  const id: unknown = text === null ? null : JSON.parse(text)
  return typeof id === 'string' ? [id] : []
}

/** Lists the keys of the rows by which an item is found. */
export const listRowKeys = (tenant: Id, item: Pick<AuditItem, 'sk' | 'body'>): Key[] => {
  const { actor, entries } = unpackBody(item)
  const resources = new Set(entries.flatMap(listSubjects))
  return [
    ...[...resources].map((id) => narrowedPartition(tenant, 'resourceId', id)),
    ...(actor === null ? [] : [narrowedPartition(tenant, 'actorId', actor)]),
  ].map((pk) => ({ pk, sk: item.sk }))
}

export const putRow = async (db: Table, key: Key): Promise<void> => {
  await db.put({ put: { ...key, kind: 'audit-row' } })
}

/** Reads the trail oldest first; `from` and `to` are ids of items, both inclusive. */
export const readTrail = (db: Table, tenant: Id, { from, to }: { from?: Id; to?: Id } = {}) =>
  readPages<AuditItem>(db, { pk: auditPartition(tenant), ...(from && { from }), ...(to && { to }) })

interface Backwards {
  from: Id
  to: Id
  limit: number
}

/** Reads items of a range, newest first. */
export const readItems = (db: Table, tenant: Id, range: Backwards): Promise<AuditItem[]> =>
  db.query<AuditItem>({ pk: auditPartition(tenant), ...range, newestFirst: true }) as Promise<AuditItem[]>

/** Reads items of one resource or actor, newest first, in the hours that are sealed. */
export const readNarrowedItems = async (
  db: Table,
  tenant: Id,
  by: Narrowing,
  value: string,
  range: Backwards,
): Promise<{ items: AuditItem[]; last: Id | undefined }> => {
  const rows = await db.query({ pk: narrowedPartition(tenant, by, value), ...range, newestFirst: true })
  const keys = rows.map(({ sk }) => ({ pk: auditPartition(tenant), sk }))
  const items = keys.length ? await db.batchGet<AuditItem>(keys) : []
  return {
    items: items.sort((one, other) => (one.sk < other.sk ? 1 : -1)) as AuditItem[],
    last: rows.length < range.limit ? undefined : rows.at(-1)?.sk,
  }
}

/** Finds the item that holds an entry: the last one that does not begin after it. */
export const findItemOfEntry = async (db: Table, tenant: Id, id: Id): Promise<AuditItem | undefined> => {
  const [item] = await readItems(db, tenant, { from: '0', to: id, limit: 1 })
  return item && unpackBody(item).entries.some((entry) => entry.id === id) ? item : undefined
}

/** Replaces parts of an item by the proof of their erasure; nothing happens if the item is gone. */
export const eraseParts = async (
  db: Table,
  { pk, sk }: Key,
  { origin, personal }: { origin?: Part; personal?: Readonly<Record<Id, Part>> },
): Promise<void> => {
  const set = [...(origin ? ['#origin = :origin'] : []), ...(personal ? ['#personal = :personal'] : [])]
  await db.update({
    update: { pk, sk },
    set: `SET ${set.join(', ')}`,
    when: 'attribute_exists(pk)',
    values: { ...(origin && { ':origin': origin }), ...(personal && { ':personal': personal }) },
  })
}

export const readSeals = async (db: Table, tenant: Id): Promise<Seal[]> => {
  const seals: Seal[] = []
  for await (const page of readPages<Seal>(db, { pk: sealPartition(tenant) })) seals.push(...page)
  return seals
}

export const findLastSeal = async (db: Table, tenant: Id): Promise<Seal | undefined> =>
  (await db.query<Seal>({ pk: sealPartition(tenant), newestFirst: true, limit: 1 }))[0]

/** Writes a seal once; returns false if another worker was faster. */
export const putSeal = async (db: Table, tenant: Id, seal: Seal): Promise<boolean> => {
  const sk = String(seal.number).padStart(NUMBER_DIGITS, '0')
  const put: Put = {
    put: { pk: sealPartition(tenant), sk, kind: 'audit-seal', ...seal },
    when: 'attribute_not_exists(pk)',
  }
  return (await db.put(put)).ok
}

export const findRemoval = (db: Table, tenant: Id): Promise<Removal | undefined> => db.get<Removal>(removalKey(tenant))

export const putRemoval = async (db: Table, tenant: Id, removal: Removal): Promise<void> => {
  await db.put({ put: { ...removalKey(tenant), kind: 'audit-removal', ...removal } })
}
