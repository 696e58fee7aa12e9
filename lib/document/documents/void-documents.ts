import type { App } from '../../platform/app/app.ts'
import { move } from '../../platform/moves.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { DOCUMENT_MOVES, documentUri } from './document.ts'
import { documents, findHead, listFinalDocuments, requireHead } from './document-store.ts'

/** Voids all documents of a subject in the unit that makes them wrong; links to them stop working. */
export const voidDocuments = async ({ db }: Pick<App, 'db'>, unit: Unit, subject: string, reason: string) => {
  const [head, final] = await Promise.all([
    findHead(db, unit.tenant, subject),
    listFinalDocuments(db, unit.tenant, subject),
  ])
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
