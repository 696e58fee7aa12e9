import type { DocumentReference, DocumentReferenceType } from '../../../schemas/document/document.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import type { StoredDocument } from './document.ts'

type Target = Pick<StoredDocument, 'id' | 'number'>

export const buildReference = (
  documentId: Id,
  type: DocumentReferenceType,
  { id: targetDocumentId, number }: Target,
  now: Date,
): DocumentReference => ({
  id: deriveId(now, documentId, type, targetDocumentId),
  targetDocumentId,
  type,
  addedAt: now.toISOString(),
  description: number,
})

/** Replaces the `supersedes` reference of a document; without a target it has none. */
export const replaceSupersedes = (
  { id, references }: Pick<StoredDocument, 'id' | 'references'>,
  target: Target | undefined,
  now: Date,
): DocumentReference[] => [
  ...references.filter(({ type }) => type !== 'supersedes'),
  ...(target ? [buildReference(id, 'supersedes', target, now)] : []),
]
