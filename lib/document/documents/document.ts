import type { Document, DocumentFormat, DocumentState } from '../../../schemas/document/document.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/states.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredDocument extends Omit<Document, keyof Stored>, Stored {
  /** The same for two renderings of the subject that must be one document. */
  fingerprint: string
}

export const DOCUMENT_MOVES = {
  supersede: { from: ['draft', 'final'], to: 'superseded' },
  bring_back: { from: ['superseded'], to: 'final' },
  bring_back_as_draft: { from: ['superseded'], to: 'draft' },
  void: { from: ['draft', 'final', 'superseded'], to: 'void' },
} as const satisfies Moves<DocumentState, string>

export const documentUri = (id: Id) => `commerce:///document/documents/${id}`

export const MIME_TYPES: Record<DocumentFormat, string> = { pdf: 'application/pdf', html: 'text/html; charset=utf-8' }

const IN_NAME = /[^\p{L}\p{N}._ -]+/gu

/** The name under which it is saved or attached: its number where it has one. */
export const getFileName = (
  { number, type, id }: Pick<StoredDocument, 'number' | 'type' | 'id'>,
  format: DocumentFormat,
) => `${(number ?? `${type}-${id}`).replace(IN_NAME, '-')}.${format}`

export const findRendition = ({ renditions }: Pick<StoredDocument, 'renditions'>, format: DocumentFormat) =>
  renditions.find((each) => each.format === format && each.status === 'ready' && each.storagePath !== null)
