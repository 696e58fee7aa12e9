import type { Erasure } from '../../iam/erasure/erase-account.ts'
import { erasePartition } from '../../platform/store/erase.ts'
import { messagesPartition } from './message-store.ts'

/** Erases what tells of mails to a person's addresses in all tenants. */
export const eraseMessages: Erasure = async ({ db }, { tenants, emailDigests }) => {
  for (const tenant of tenants)
    for (const digest of emailDigests) await erasePartition(db, messagesPartition(tenant, digest))
}
