import type { Erasure } from '../../iam/erasure/erase-account.ts'
import { eraseLists } from '../../platform/store/erase.ts'
import { buildMemberScope } from '../member-scope.ts'
import { notifications } from './notification-store.ts'

/** Erases a person's notifications in all tenants. */
export const eraseNotifications: Erasure = async ({ db }, { identity, tenants }) => {
  for (const tenant of tenants) await eraseLists(db, notifications, buildMemberScope({ tenant, identity }))
}
