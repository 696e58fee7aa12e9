import type { DocumentDownload, FileFormat } from '../../../schemas/document/document.ts'
import type { App } from '../../platform/app/app.ts'
import { findRendition, getFileName, MIME_TYPES, type StoredDocument } from './document.ts'

const EXPIRY_SECONDS = 5 * 60

/** Creates a short-lived URL of a rendition; undefined if the document has none in this format. */
export const createDownload = async (
  { files }: Pick<App, 'files'>,
  document: StoredDocument,
  format: FileFormat,
  now: Date,
): Promise<DocumentDownload | undefined> => {
  const rendition = findRendition(document, format)
  if (!rendition) return undefined
  const [filename, mimeType] = [getFileName(document, format), MIME_TYPES[format]]
  const url = await files.getDownloadUrl(rendition.storagePath, { filename, mimeType, seconds: EXPIRY_SECONDS })
  const expiresAt = new Date(now.getTime() + EXPIRY_SECONDS * 1000).toISOString()
  return { id: document.id, url, expiresAt, filename, mimeType, sizeBytes: rendition.sizeBytes }
}
