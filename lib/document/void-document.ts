import type { App } from '../app.ts'
import { move } from '../states.ts'
import type { Unit } from '../store/unit.ts'
import { DOCUMENT_MOVES, documentUri } from './document.ts'
import { documents, findHead } from './document-store.ts'

/** Takes a subject's newest document back, with the change that makes it wrong. */
export const voidDocument = async ({ db }: Pick<App, 'db'>, unit: Unit, subject: string, reason: string) => {
  const head = await findHead(db, unit.tenant, subject)
  if (!head || head.status === 'void') return
  const status = move(DOCUMENT_MOVES, 'document', head.status, 'void')
  unit.update(documents, head, { status, voidedAt: unit.now.toISOString(), voidReason: reason })
  if (head.finalizedAt)
    unit.emit('document.document.voided', {
      subject: documentUri(head.id),
      data: { documentId: head.id, documentNumber: head.number, documentType: head.type, reason },
    })
}
