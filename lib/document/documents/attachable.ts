import type { DocumentFormat } from '../../../schemas/document/document.ts'
import type { AttachedFile } from '../../mailing/mailing.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import { findRendition, getFileName, MIME_TYPES, type StoredDocument } from './document.ts'
import { findDocuments, findHead } from './document-store.ts'

/** What mail servers take, with what encoding adds. */
const MAX_BYTES = 10 * 1024 * 1024

/** The document that stands for its subject: its newest one, where that is final. */
export const ownDocument = async ({ db }: Pick<App, 'db'>, tenant: Id, subject: string) => {
  const head = await findHead(db, tenant, subject)
  return head?.status === 'final' ? head : undefined
}

/** The documents that a request names, for giving them to others; everything that is wrong with them at once. */
export const requireAttachable = async (
  { db }: Pick<App, 'db'>,
  tenant: Id,
  ids: readonly Id[],
  propertyPath: string,
): Promise<StoredDocument[]> => {
  const found = new Map((await findDocuments(db, tenant, ids)).map((each) => [each.id, each]))
  const violations = ids.flatMap((id, i): Violation[] => {
    const document = found.get(id)
    const path = `${propertyPath}[${i}]`
    if (!document) return [{ propertyPath: path, message: 'there is no such document' }]
    if (document.status === 'final') return []
    return [{ propertyPath: path, message: `is ${document.status}; only final documents can be sent` }]
  })
  const documents = [...found.values()]
  if (documents.reduce((sum, { fileSize }) => sum + fileSize, 0) > MAX_BYTES)
    violations.push({ propertyPath, message: 'must not be more than 10 MB together' })
  if (violations.length) throw invalid(...violations)
  return documents
}

/** The document as a file, in the format where it has it. */
export const toFile = (document: StoredDocument, format: DocumentFormat): AttachedFile => {
  const rendition = findRendition(document, format) ?? findRendition(document, document.primaryFormat)
  const made = rendition?.format ?? document.primaryFormat
  return {
    path: rendition?.storagePath ?? document.storagePath,
    filename: getFileName(document, made),
    mimeType: MIME_TYPES[made],
  }
}
