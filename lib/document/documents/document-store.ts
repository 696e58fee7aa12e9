import type { DocumentState, DocumentType } from '../../../schemas/document/document.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { entity, partition } from '../../platform/store/entities/entity.ts'
import { find, findAll, findOwner, type Members, type Page } from '../../platform/store/lists/list.ts'
import { type ListPart, listWhere } from '../../platform/store/lists/list-where.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { canReadType } from './can-read-type.ts'
import type { StoredDocument } from './document.ts'

// Documents:      T#<tenant>#document / <id>          listed newest first by type and status together, of one subject
//                                                     too; one for each content of a subject
// Heads:          T#<tenant>#document-head / <subject>   documentId of the subject's newest document

export const documents = entity<StoredDocument>({
  name: 'document',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [
    { facets: ['type', 'status'], onlyAllFacets: true },
    { by: ['subject'], facets: ['type', 'status'], onlyAllFacets: true },
  ],
  unique: ({ subject, fingerprint }) => ({ content: `${subject}#${fingerprint}` }),
})

export interface DocumentFilters {
  type?: DocumentType | undefined
  status?: DocumentState | undefined
  subject?: string | undefined
}

export const findDocument = (db: Table, tenant: Id, id: string) => find(db, documents, tenant, id)

export const findDocuments = (db: Table, tenant: Id, ids: readonly Id[]) => findAll(db, documents, tenant, ids)

export const findByContent = (db: Table, tenant: Id, subject: string, fingerprint: string) =>
  findOwner(db, documents, tenant, 'content', `${subject}#${fingerprint}`)

/** Finds a document that the caller may read: without the scope of what it shows, there is none. */
export const findReadableDocument = async (
  db: Table,
  { tenant, scopes }: Pick<SignedIn, 'scopes'> & { tenant: Id },
  id: string,
): Promise<StoredDocument | undefined> => {
  const document = await findDocument(db, tenant, id)
  return document && canReadType(document.type, { scopes }) ? document : undefined
}

const describePart = (subject: string | undefined, accepts: ListPart['accepts']): ListPart => ({
  ...(subject !== undefined && { by: { subject } }),
  accepts,
})

/** Lists the documents that the caller may read. */
export const readPageOfDocuments = (
  db: Table,
  { tenant, scopes }: Pick<SignedIn, 'scopes'> & { tenant: Id },
  page: Page,
  wanted: DocumentFilters,
): Promise<Members<StoredDocument>> =>
  listWhere(db, documents, tenant, page, [
    describePart(
      wanted.subject,
      ({ type = '', status }) =>
        (wanted.type ?? type) === type && (wanted.status ?? status) === status && canReadType(type, { scopes }),
    ),
  ])

/** Documents read of one subject. There is one for each combination of options, so these are few. */
const MAX_FINAL = 20

/** Lists the subject's documents that are or were final. */
export const listFinalDocuments = async (db: Table, tenant: Id, subject: string): Promise<StoredDocument[]> => {
  const page = { page: 1, itemsPerPage: MAX_FINAL }
  const { items } = await listWhere(db, documents, tenant, page, [describePart(subject, () => true)])
  return items.filter(({ finalizedAt }) => finalizedAt !== null)
}

/** Documents of one subject that are read at once; drafts are rendered again as often as somebody looks at them. */
const MAX_OF_SUBJECT = 100

/** Lists the documents of a subject, whatever their state. */
export const listDocumentsOfSubject = async (db: Table, tenant: Id, subject: string): Promise<StoredDocument[]> => {
  const page = { page: 1, itemsPerPage: MAX_OF_SUBJECT }
  return (await listWhere(db, documents, tenant, page, [describePart(subject, () => true)])).items
}

const headKey = (tenant: Id, subject: string): Key => ({ pk: partition(tenant, 'document-head'), sk: subject })

/** Finds the subject's newest document. */
export const findHead = async (db: Table, tenant: Id, subject: string): Promise<StoredDocument | undefined> => {
  const head = await db.get<{ documentId: Id }>(headKey(tenant, subject))
  return head && findDocument(db, tenant, head.documentId)
}

const isHead = (head: { id: Id } | undefined) =>
  head ? { when: '#documentId = :head', values: { ':head': head.id } } : { when: 'attribute_not_exists(pk)' }

/** Replaces `before` as the subject's newest document. */
export const putHead = (unit: Unit, { subject, id }: Pick<StoredDocument, 'subject' | 'id'>, before?: { id: Id }) =>
  unit.add({ put: { ...headKey(unit.tenant, subject), kind: 'document-head', documentId: id }, ...isHead(before) })

/** Commits only if this is still the subject's newest document, or there is still none. */
export const requireHead = (unit: Unit, subject: string, head: { id: Id } | undefined) =>
  unit.add({ check: headKey(unit.tenant, subject), ...isHead(head) })
