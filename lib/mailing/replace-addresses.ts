import { TaskPostponed } from '../platform/events/outbox/task.ts'
import type { Id } from '../platform/id.ts'
import type { Table } from '../platform/store/table/table.ts'
import { parseMailingUri } from './mailing.ts'
import { findMailingOfSubject, putRecipients } from './mailings.ts'

/** A mail that is still tried needs its addresses. */
const WAIT_MS = 15 * 60_000

/** Replaces addresses of a mail that was sent, or has failed; one that is not over yet postpones the task. */
export const replaceAddresses = async (
  db: Table,
  tenant: Id,
  uri: string,
  replace: (address: string) => string,
  now: Date,
): Promise<void> => {
  const named = parseMailingUri(uri)
  const mailing = named && (await findMailingOfSubject(db, tenant, named.subject, named.id))
  if (!mailing) return
  const recipients = mailing.recipients.map((each) => ({ ...each, address: replace(each.address) }))
  if (recipients.every(({ address }, i) => address === mailing.recipients[i]?.address)) return
  if (mailing.status === 'queued') throw new TaskPostponed(new Date(now.getTime() + WAIT_MS))
  await putRecipients(db, mailing, recipients)
}
