import type { Erasure } from '../../iam/erasure/erase-account.ts'
import { eraseLists, erasePartition } from '../../platform/store/erase.ts'
import { buildMemberScope } from '../member-scope.ts'
import { getLandmarksPartition } from './landmarks.ts'
import { notifications } from './notification-store.ts'

/** Erases a person's notifications in all tenants. */
export const eraseNotifications: Erasure = async ({ db }, { identity, tenants }) => {
  for (const tenant of tenants) {
    await erasePartition(db, getLandmarksPartition({ tenant, identity }))
    await eraseLists(db, notifications, buildMemberScope({ tenant, identity }))
  }
}
