import type { SentMessage } from '../../../schemas/notification/message.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { putMessage } from './message-store.ts'

/** The outcome of a mail. */
export type MessageRecord = Omit<SentMessage, 'endedAt'>

/** Records what became of a mail to an address; recording it again replaces it. */
export const recordMessage = (
  db: Table,
  tenant: Id,
  address: string,
  message: MessageRecord,
  now: Date,
): Promise<void> => putMessage(db, tenant, address, { ...message, endedAt: now.toISOString() }, now)
