import type { DocumentDownload, DocumentFormat } from '../../schemas/document/document.ts'
import type { App } from '../platform/app.ts'
import { fileName, MIME_TYPES, renditionOf, type StoredDocument } from './document.ts'

const SECONDS = 5 * 60

/** A short-lived address of one of the document's renditions; undefined where there is none in this format. */
export const downloadOf = async (
  { files }: Pick<App, 'files'>,
  document: StoredDocument,
  format: DocumentFormat,
  now: Date,
): Promise<DocumentDownload | undefined> => {
  const rendition = renditionOf(document, format)
  if (!rendition) return undefined
  const [filename, mimeType] = [fileName(document, format), MIME_TYPES[format]]
  const url = await files.addressOf(rendition.storagePath as string, { filename, mimeType, seconds: SECONDS })
  const expiresAt = new Date(now.getTime() + SECONDS * 1000).toISOString()
  return { id: document.id, url, expiresAt, filename, mimeType, sizeBytes: rendition.sizeBytes as number }
}
