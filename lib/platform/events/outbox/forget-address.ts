import { hashEmail } from '../../access/email.ts'
import { encodeTime, type Id } from '../../id.ts'
import type { Item, Table } from '../../store/table/table.ts'
import { outboxKey } from './outbox.ts'

// Events that name an e-mail address:  P#addressed#<digest> / <event>   tenant   so that they can be made to forget it

/** Longer than the retention of events. */
const KEPT_SECONDS = 90 * 24 * 3600

const addressPartition = (digest: string) => `P#addressed#${digest}`

export const buildAddressItem = (email: string, event: Id, tenant: Id | null, now: Date): Item => ({
  pk: addressPartition(hashEmail(email)),
  sk: event,
  kind: 'addressed',
  tenant,
  expiresAt: Math.floor(now.getTime() / 1000) + KEPT_SECONDS,
})

/** Replaces the address and removes the first name in the events up to then. Later events belong to another owner of it. */
export const forgetAddress = async (db: Table, digest: string, until: Date, instead: string): Promise<void> => {
  const to = `${encodeTime(until)}${'Z'.repeat(16)}`
  for (const { pk, sk, tenant } of await db.query<{ tenant: Id | null }>({
    pk: addressPartition(digest),
    from: '0',
    to,
  })) {
    await db.update({
      update: outboxKey(tenant, sk),
      set: 'SET #data.#email = :instead, #data.#firstName = :none',
      when: 'attribute_exists(pk)',
      values: { ':instead': instead, ':none': '' },
    })
    await db.transact([{ delete: { pk, sk } }])
  }
}
