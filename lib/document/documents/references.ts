import type { DocumentReference, DocumentReferenceType } from '../../../schemas/document/document.ts'
import { deriveId, type Id } from '../../platform/id.ts'
import type { StoredDocument } from './document.ts'

type Target = Pick<StoredDocument, 'id' | 'number'>

/** Makes the reference of a document to another one. */
export const referenceTo = (
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

/** The references of a document that supersedes another one from now on, or none. */
export const superseding = (
  { id, references }: Pick<StoredDocument, 'id' | 'references'>,
  target: Target | undefined,
  now: Date,
): DocumentReference[] => [
  ...references.filter(({ type }) => type !== 'supersedes'),
  ...(target ? [referenceTo(id, 'supersedes', target, now)] : []),
]
