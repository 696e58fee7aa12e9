import type { Attachment } from '../../../schemas/document/attachment.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { readAttachments } from './attachment-store.ts'

/** Lists the attachments of a record, oldest first. */
export const listAttachments = async (db: Table, tenant: Id, subject: string): Promise<readonly Attachment[]> =>
  (await readAttachments(db, tenant, subject)).attachments
