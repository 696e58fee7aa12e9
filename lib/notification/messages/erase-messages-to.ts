import { hashEmail } from '../../platform/access/email.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { carriesInvoice } from './list-messages.ts'
import { messagesPartition } from './message-store.ts'

/**
 * Erases what tells of mails to an address, of which the digest is known. Those about mails with invoices are moved to the
 * pseudonym, and those to a member with the address stay, since they belong to the account.
 */
export const eraseMessagesTo = async (db: Table, tenant: Id, emailDigest: string, pseudonym: string): Promise<void> => {
  const pk = messagesPartition(tenant, emailDigest)
  const found = await db.query<{ subject: string | null; recipientId: Id | null }>({ pk })
  for (const message of found) {
    if (message.recipientId !== null) continue
    const moved = { ...message, pk: messagesPartition(tenant, hashEmail(pseudonym)) }
    const erased = { delete: { pk, sk: message.sk } }
    await db.transact(carriesInvoice(message) ? [{ put: moved }, erased] : [erased])
  }
}
