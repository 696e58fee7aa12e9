import type { Document, DocumentState, FileFormat, Rendition } from '../../../schemas/document/document.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Letterhead, Recipient } from '../printing/printed-document.ts'

export interface PrintedParties {
  issuer: Pick<Letterhead, 'name' | 'address' | 'taxId' | 'vatId' | 'registration' | 'email' | 'phone' | 'bankAccount'>
  recipient: Recipient
}

export interface StoredDocument extends Omit<Document, keyof Stored>, Stored {
  /** Equal for renderings of the subject that are the same document. */
  fingerprint: string
  /** The parties as a final invoice or credit note names them, from which its e-invoices are made. */
  parties?: PrintedParties
}

export const DOCUMENT_MOVES = {
  supersede: { from: ['draft', 'final'], to: 'superseded' },
  bring_back: { from: ['superseded'], to: 'final' },
  bring_back_as_draft: { from: ['superseded'], to: 'draft' },
  void: { from: ['draft', 'final', 'superseded'], to: 'void' },
} as const satisfies Moves<DocumentState, string>

export const documentUri = (id: Id) => `commerce:///document/documents/${id}`

export const MIME_TYPES: Record<FileFormat, string> = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  png: 'image/png',
  zpl: 'application/zpl',
}

const UNSAFE_IN_NAME = /[^\p{L}\p{N}._ -]+/gu

/** Returns a text that file systems accept as a name. */
export const replaceUnsafeInName = (text: string): string => text.replace(UNSAFE_IN_NAME, '-')

/** Names in files of types that a recipient could take for something else. */
const TYPES_IN_NAMES: Partial<Record<StoredDocument['type'], string>> = { statement: 'statement-of-what-we-owe-you' }

/** Returns the file name of a download or attachment: the document's number, or its type and id. */
export const getFileName = ({ number, type, id }: Pick<StoredDocument, 'number' | 'type' | 'id'>, format: FileFormat) =>
  `${replaceUnsafeInName(number ?? `${TYPES_IN_NAMES[type] ?? type}-${id}`)}.${format}`

type ReadyRendition = Rendition & { storagePath: string; sizeBytes: number }

export const findRendition = ({ renditions }: Pick<StoredDocument, 'renditions'>, format: FileFormat) =>
  renditions.find(
    (each): each is ReadyRendition =>
      each.format === format && each.status === 'ready' && each.storagePath !== null && each.sizeBytes !== null,
  )
