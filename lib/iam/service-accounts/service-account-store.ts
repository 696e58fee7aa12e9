import type { Id } from '../../platform/id.ts'
import { entity } from '../../platform/store/entities/entity.ts'
import type { Item, Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { ServiceAccount } from './service-account.ts'
import type { ServiceAccountKey } from './service-account-key.ts'

// Service accounts:  T#<tenant>#service-account / <id>
// their clients:     P#service-account#<id> / CLIENT         tenant, sponsor and keys, so that one read proves a client;
//                                                           u<key>: time of its last token, written at most hourly
// used assertions:   P#service-account#<id> / JTI#<digest>   until they would have expired

export const serviceAccounts = entity<ServiceAccount>({
  name: 'service-account',
  shape: 1,
  lists: [{ facets: ['status'] }],
  audit: {},
})

interface StoredClient {
  tenant: Id
  sponsor: Id
  keys: readonly ServiceAccountKey[]
}

/** Credentials of a service account. */
export interface Client extends StoredClient {
  id: Id
  /** Times of the last tokens, by key. */
  lastUsed: ReadonlyMap<Id, string>
}

const partitionOf = (id: Id) => `P#service-account#${id}`
const clientKey = (id: Id): Key => ({ pk: partitionOf(id), sk: 'CLIENT' })

const readClient = (item: Item & StoredClient): Client => {
  const { pk, tenant, sponsor, keys } = item
  const used = keys.flatMap((key) => {
    const at = item[`u${key.id}`]
    return typeof at === 'string' ? [[key.id, at] as const] : []
  })
  return { id: pk.slice(partitionOf('').length), tenant, sponsor, keys, lastUsed: new Map(used) }
}

export const findClient = async (db: Table, id: Id): Promise<Client | undefined> => {
  const item = await db.get<StoredClient>(clientKey(id))
  return item && readClient(item)
}

export const findClients = async (db: Table, ids: readonly Id[]): Promise<ReadonlyMap<Id, Client>> => {
  const items = ids.length ? await db.batchGet<StoredClient>(ids.map(clientKey)) : []
  return new Map(items.map(readClient).map((client) => [client.id, client]))
}

/** Replaces the credentials. Who calls it changes the service account in the same unit, which keeps writers apart. */
export const putClient = (unit: Unit, id: Id, { tenant, sponsor, keys }: StoredClient): void =>
  unit.add({ put: { ...clientKey(id), kind: 'service-account-client', tenant, sponsor, keys } })

/** Replaces the keys and keeps the times of their use. */
export const changeClientKeys = (unit: Unit, id: Id, keys: readonly ServiceAccountKey[]): void =>
  unit.add({ update: clientKey(id), set: 'SET #keys = :keys', when: 'attribute_exists(pk)', values: { ':keys': keys } })

export const removeClient = (unit: Unit, id: Id): void => unit.add({ delete: clientKey(id) })

/** Records the use of a key; the unit is stale if the client was removed meanwhile. */
export const recordKeyUse = (unit: Unit, id: Id, key: Id): void =>
  unit.add({
    update: clientKey(id),
    set: 'SET #used = :now',
    when: 'attribute_exists(pk)',
    names: { '#used': `u${key}` },
    values: { ':now': unit.now.toISOString() },
  })

const assertionKey = (id: Id, digest: string): Key => ({ pk: partitionOf(id), sk: `JTI#${digest}` })

/** Tells whether an assertion was used before; `spendAssertion` decides between concurrent requests. */
export const isSpentAssertion = async (
  db: Table,
  id: Id,
  { digest }: { digest: string },
  now: Date,
): Promise<boolean> => {
  const spent = await db.get<{ expiresAt: number }>(assertionKey(id, digest))
  return spent !== undefined && spent.expiresAt > Math.floor(now.getTime() / 1000)
}

/** Records that an assertion was used. Throws `refused` if it was used before, also by a concurrent request. */
export const spendAssertion = (
  unit: Unit,
  id: Id,
  { digest, expiresAt }: { digest: string; expiresAt: number },
  refused: () => Error,
): void =>
  unit.add(
    {
      put: { ...assertionKey(id, digest), kind: 'service-account-assertion', expiresAt },
      when: 'attribute_not_exists(pk) OR #expiresAt <= :now',
      values: { ':now': Math.floor(unit.now.getTime() / 1000) },
    },
    { refuse: refused, isDecisive: true },
  )
