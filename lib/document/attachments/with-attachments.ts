import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredDocument } from '../documents/document.ts'
import { readAllAttachments } from './attachment-store.ts'

/** Returns the documents with the current attachments of the records that they show. */
export const addAttachments = async <T extends Pick<StoredDocument, 'subject'>>(
  db: Table,
  tenant: Id,
  documents: readonly T[],
): Promise<T[]> => {
  if (!documents.length) return []
  const found = await readAllAttachments(
    db,
    tenant,
    documents.map(({ subject }) => subject),
  )
  return documents.map((each) => ({ ...each, attachments: found.get(each.subject) ?? [] }))
}

/** Returns the document with the current attachments of the record that it shows. */
export const withAttachments = async <T extends Pick<StoredDocument, 'subject'>>(
  db: Table,
  tenant: Id,
  document: T,
): Promise<T> => {
  const [shown] = await addAttachments(db, tenant, [document])
  return shown ?? document
}
