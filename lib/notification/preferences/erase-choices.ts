import type { Erasure } from '../../iam/erasure/erase-account.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findPushSubscriptions, getPushKeys } from '../push-subscriptions/push-store.ts'
import { listWatches, listWatchKeys } from '../watches/watch-store.ts'
import { preferencesKey } from './preferences-store.ts'

const eraseWatches = async (db: Table, tenant: Id, identity: Id): Promise<void> => {
  const owner = { tenant, identity }
  for (const watch of await listWatches(db, owner))
    await db.transact(listWatchKeys(owner, watch).map((key) => ({ delete: key })))
}

/** Keeps the owner item if another identity has registered the browser since. */
const erasePushSubscriptions = async (db: Table, identity: Id): Promise<void> => {
  for (const { endpoint } of await findPushSubscriptions(db, identity, new Date(0))) {
    const { own, owner } = getPushKeys(identity, endpoint)
    await db.transact([{ delete: own }])
    await db.transact([{ delete: owner, when: '#identity = :identity', values: { ':identity': identity } }])
  }
}

/** Erases a person's preferences and watches in all tenants, and the registered browsers. */
export const eraseChoices: Erasure = async ({ db }, { identity, tenants }) => {
  for (const tenant of tenants) {
    await db.transact([{ delete: preferencesKey({ tenant, identity }) }])
    await eraseWatches(db, tenant, identity)
  }
  await erasePushSubscriptions(db, identity)
}
