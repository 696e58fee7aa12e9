import type { SentMessage } from '../../../schemas/notification/message.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { readMessages } from './message-store.ts'

const INVOICES = 'commerce:///billing/invoices/'

/** Tells whether a mail carried an invoice. */
export const carriesInvoice = ({ subject }: Pick<SentMessage, 'subject'>): boolean =>
  subject?.startsWith(INVOICES) === true

/** Documents that were sent are shown to those who may read them. */
const isShown =
  ({ scopes }: Pick<SignedIn, 'scopes'>) =>
  (message: SentMessage): boolean =>
    !carriesInvoice(message) || scopes.has('billing:invoice:read')

/** Returns the next messages to an address, newest first, with the cursor of the page after them. */
export const listMessages = async (
  db: Table,
  caller: SignedIn & { tenant: Id },
  { address, cursor, limit }: { address: string; cursor: Id | undefined; limit: number },
): Promise<{ member: SentMessage[]; nextCursor: Id | null }> => {
  const found = await readMessages(db, caller.tenant, address, { before: cursor, limit })
  const page = found.slice(0, limit)
  const nextCursor = found.length > limit ? (page.at(-1)?.id ?? null) : null
  return { member: page.filter(isShown(caller)), nextCursor }
}
