import type { SentMessage } from '../../../schemas/notification/message.ts'
import { hashEmail } from '../../platform/access/email.ts'
import { computeExpiry } from '../../platform/events/outbox/outbox.ts'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Item, Table } from '../../platform/store/table/table.ts'

// Messages to an address:  T#<tenant>#message?to=<digest of the address> / <delivery or mailing>   what became of each mail;
//                                                                                                 they expire

/** Returns the partition of the messages to an address, of which the digest is known. */
export const messagesPartition = (tenant: Id, emailDigest: string): string =>
  partition(tenant, `message?to=${emailDigest}`)

export const putMessage = async (
  db: Table,
  tenant: Id,
  address: string,
  { id, ...message }: SentMessage,
  now: Date,
): Promise<void> => {
  const key = { pk: messagesPartition(tenant, hashEmail(address)), sk: id }
  await db.put({ put: { ...key, kind: 'message', ...message, expiresAt: computeExpiry(now) } })
}

const toMessage = ({ pk: _pk, sk: id, kind: _kind, expiresAt: _at, ...rest }: Item): SentMessage =>
  ({ id, ...rest }) as SentMessage

/** Reads messages of an address before another one, newest first. */
export const readMessages = async (
  db: Table,
  tenant: Id,
  address: string,
  { before, limit }: { before: Id | undefined; limit: number },
): Promise<SentMessage[]> => {
  const range = before === undefined ? {} : { from: '0', to: before }
  const found = await db.query({
    pk: messagesPartition(tenant, hashEmail(address)),
    ...range,
    newestFirst: true,
    limit: limit + 1,
  })
  return found.map(toMessage).filter(({ id }) => id !== before)
}
