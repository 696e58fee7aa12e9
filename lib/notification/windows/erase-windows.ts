import type { Erasure } from '../../iam/erasure/erase-account.ts'
import { erasePartition } from '../../platform/store/erase.ts'
import { windowPartition } from './window-store.ts'

/** Erases a person's windows in all tenants, with what they gathered. */
export const eraseWindows: Erasure = async ({ db }, { identity, tenants }) => {
  for (const tenant of tenants) await erasePartition(db, windowPartition({ tenant, identity }))
}
