import type { DocumentFormat } from '../../../schemas/document/document.ts'
import type { AttachedFile } from '../../mailing/mailing.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import { canSendDocument } from './can-read-type.ts'
import { findRendition, getFileName, MIME_TYPES, type StoredDocument } from './document.ts'
import { findDocuments, findHead } from './document-store.ts'

/** Limit that mail servers accept, with room for the encoding. */
export const MAX_MAIL_BYTES = 10 * 1024 * 1024

export const fitsMail = (documents: readonly { fileSize: number }[]): boolean =>
  documents.reduce((sum, { fileSize }) => sum + fileSize, 0) <= MAX_MAIL_BYTES

/** Finds the subject's newest document if it is final. */
export const findFinalDocument = async ({ db }: Pick<App, 'db'>, tenant: Id, subject: string) => {
  const head = await findHead(db, tenant, subject)
  return head?.status === 'final' ? head : undefined
}

/** Requires final documents that the caller may read and that fit a mail. Throws one problem with all violations. */
export const requireAttachable = async (
  { db }: Pick<App, 'db'>,
  { tenant, scopes }: Pick<SignedIn, 'scopes'> & { tenant: Id },
  ids: readonly Id[],
  propertyPath: string,
): Promise<StoredDocument[]> => {
  const readable = (await findDocuments(db, tenant, ids)).filter((each) => canSendDocument(each, { scopes }))
  const found = new Map(readable.map((each) => [each.id, each]))
  const violations = ids.flatMap((id, i): Violation[] => {
    const document = found.get(id)
    const path = `${propertyPath}[${i}]`
    if (!document) return [{ propertyPath: path, message: 'must be the id of an existing document' }]
    if (document.status === 'final') return []
    return [{ propertyPath: path, message: `must be a final document, but is ${document.status}` }]
  })
  const documents = [...found.values()]
  if (!fitsMail(documents)) violations.push({ propertyPath, message: 'must not exceed 10 MB in total' })
  if (violations.length) throw invalid(...violations)
  return documents
}

/** Returns the document as a file in the format, or in its primary format if that is missing. */
export const toFile = (document: StoredDocument, format: DocumentFormat): AttachedFile => {
  const rendition = findRendition(document, format) ?? findRendition(document, document.primaryFormat)
  const actual = rendition?.format ?? document.primaryFormat
  return {
    path: rendition?.storagePath ?? document.storagePath,
    filename: getFileName(document, actual),
    mimeType: MIME_TYPES[actual],
  }
}
