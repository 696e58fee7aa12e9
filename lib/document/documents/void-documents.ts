import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { DOCUMENT_MOVES, documentUri, type StoredDocument } from './document.ts'
import { documents, findHead, listFinalDocuments, requireHead } from './document-store.ts'

/** The documents of a subject that may have to be voided. */
export interface Voidable {
  subject: string
  head: StoredDocument | undefined
  final: StoredDocument[]
}

export const findVoidable = async (db: Table, tenant: Id, subject: string): Promise<Voidable> => {
  const [head, final] = await Promise.all([findHead(db, tenant, subject), listFinalDocuments(db, tenant, subject)])
  return { subject, head, final }
}

/** Voids the documents in the unit that makes them wrong; links to them stop working. */
export const voidFound = (unit: Unit, { subject, head, final }: Voidable, reason: string): void => {
  // A document that is rendered meanwhile must not stay valid.
  requireHead(unit, subject, head)
  const all = new Map([...final, ...(head ? [head] : [])].map((each) => [each.id, each]))
  for (const document of all.values()) {
    if (document.status === 'void') continue
    const status = move(DOCUMENT_MOVES, 'document', document.status, 'void')
    unit.update(documents, document, { status, voidedAt: unit.now.toISOString(), voidReason: reason })
  }
  if (head?.status !== 'final') return
  unit.emit('document.document.voided', {
    subject: documentUri(head.id),
    data: { documentId: head.id, documentNumber: head.number, documentType: head.type, reason },
  })
}

/** Voids all documents of a subject. */
export const voidDocuments = async ({ db }: Pick<App, 'db'>, unit: Unit, subject: string, reason: string) =>
  voidFound(unit, await findVoidable(db, unit.tenant, subject), reason)
