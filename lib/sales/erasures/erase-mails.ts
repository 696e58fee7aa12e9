import { replaceAddresses } from '../../mailing/replace-addresses.ts'
import { eraseMessagesTo } from '../../notification/messages/erase-messages-to.ts'
import { hashEmail } from '../../platform/access/email.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { readTimeline } from '../../platform/store/timelines/read-timeline.ts'
import type { StoredOrder } from '../orders/order.ts'

/** An address to which no mail can be sent, and which names the customer to nobody. */
const buildPseudonym = (customerId: Id): string => `${customerId.toLowerCase()}@erased.invalid`

/** Erases what tells of mails to addresses of a customer, of which the digests are known. */
export const eraseMails = async (
  db: Table,
  tenant: Id,
  customerId: Id,
  emailDigests: readonly string[],
): Promise<void> => {
  for (const digest of emailDigests) await eraseMessagesTo(db, tenant, digest, buildPseudonym(customerId))
}

const listAddresses = ({ customer, shippingAddress, billingAddress }: StoredOrder): string[] =>
  [customer, shippingAddress, billingAddress].flatMap((each) => each?.email ?? [])

/** Erases the addresses of a customer from mails about an order, which carry papers and stay, and what tells of them. */
export const eraseMailsOfOrder = async (
  db: Table,
  tenant: Id,
  order: StoredOrder,
  { customerId, emailDigests, now }: { customerId: Id; emailDigests: readonly string[]; now: Date },
): Promise<void> => {
  const digests = new Set([...emailDigests, ...listAddresses(order).map(hashEmail)])
  const replace = (address: string) => (digests.has(hashEmail(address)) ? buildPseudonym(customerId) : address)
  const steps = await readTimeline(db, tenant, order.id, { partitions: [], keys: [] })
  for (const { step, uri } of steps) if (step.startsWith('mail.')) await replaceAddresses(db, tenant, uri, replace, now)
  await eraseMails(db, tenant, customerId, [...digests])
}
