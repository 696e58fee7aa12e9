import { hash } from 'node:crypto'
import type { DocumentType, FileFormat } from '../../../schemas/document/document.ts'
import type { App } from '../../platform/app/app.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { nameActor } from '../../platform/store/unit-scope.ts'
import { DOCUMENT_MOVES, MIME_TYPES, type StoredDocument } from './document.ts'
import { documents, findByContent, findHead, putHead } from './document-store.ts'
import { replaceSupersedes } from './references.ts'

export interface ReceivedFile {
  type: DocumentType
  /** URI of the record that the file belongs to. */
  subject: string
  source: string
  sourceRef: Id
  number: string | null
  locale: string
  format: FileFormat
  content: Uint8Array
}

/** Keeps a file that another party made as a final document, which supersedes the subject's previous one. */
export const addFileDocument = async (app: App, unit: Unit, file: ReceivedFile): Promise<StoredDocument> => {
  const { type, subject, source, sourceRef, number, locale, format, content } = file
  const fingerprint = hash('sha256', content, 'hex')
  const [found, head] = await Promise.all([
    findByContent(app.db, unit.tenant, subject, fingerprint),
    findHead(app.db, unit.tenant, subject),
  ])
  if (found) return found
  const storagePath = `tenants/${unit.tenant}/documents/${fingerprint}.${format}`
  await app.files.put(storagePath, content, MIME_TYPES[format])
  const [id, at] = [unit.newId(), unit.now.toISOString()]
  if (head && head.status !== 'void')
    unit.update(documents, head, { status: DOCUMENT_MOVES.supersede.to, supersededBy: id })
  putHead(unit, { subject, id }, head)
  const rendition = {
    ...({ id: deriveId(unit.now, id, format), format, status: 'ready', locale, storagePath } as const),
    ...{ sizeBytes: content.length, generatedAt: at, failureReason: null },
    url: `/api/document/documents/${id}/download?format=${format}`,
  }
  return unit.create(
    documents,
    {
      ...{
        id,
        type,
        subject,
        fingerprint,
        number,
        source,
        sourceRef,
        status: 'final',
        ...nameActor('generatedBy', unit),
      },
      ...{ primaryFormat: format, templateId: type, templateVersion: 1, expiresAt: null, finalizedAt: at },
      ...{ voidedAt: null, voidReason: null, supersedes: head?.id ?? null, supersededBy: null },
      ...{ storagePath, fileSize: content.length, failureReason: null, metadata: {}, attachments: [] },
      renditions: [rendition],
      references: replaceSupersedes({ id, references: [] }, head, unit.now),
    },
    'stale',
  )
}
