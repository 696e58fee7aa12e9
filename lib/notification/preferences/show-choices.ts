import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { findPushSubscriptions, showPushSubscription } from '../push-subscriptions/push-store.ts'
import { listWatches } from '../watches/watch-store.ts'
import { showPreferences } from './preferences-store.ts'

/** Shows a person's preferences and watches in a tenant. */
export const showChoices = async (db: Table, owner: { tenant: Id; identity: Id }, now: Date) => {
  const [preferences, watches] = await Promise.all([showPreferences(db, owner, now), listWatches(db, owner)])
  return { preferences, watches }
}

/** Shows the browsers that a person has registered. */
export const showPushSubscriptions = async (db: Table, identity: Id, now: Date) =>
  (await findPushSubscriptions(db, identity, now)).map(showPushSubscription)
