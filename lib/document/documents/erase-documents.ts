import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { DOCUMENT_MOVES, type StoredDocument } from './document.ts'
import { documents, listDocumentsOfSubject } from './document-store.ts'

const listPaths = ({ storagePath, renditions }: StoredDocument): string[] => [
  ...new Set([storagePath, ...renditions.flatMap((each) => each.storagePath ?? [])]),
]

/**
 * Deletes the files of a subject's documents, and voids those that were valid. It is for papers that nobody has to keep,
 * and can be repeated.
 */
export const eraseDocuments = async (
  { db, files }: Pick<App, 'db' | 'files'>,
  tenant: Id,
  subject: string,
  { reason, now }: { reason: string; now: Date },
): Promise<void> => {
  for (const found of await listDocumentsOfSubject(db, tenant, subject)) {
    for (const path of listPaths(found)) await files.delete(path)
    await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      const document = await unit.load(documents, found.id)
      if (document.renditions.every(({ status }) => status === 'failed')) return
      unit.update(documents, document, {
        ...(document.status !== 'void' && {
          status: move(DOCUMENT_MOVES, 'document', document.status, 'void'),
          ...{ voidedAt: now.toISOString(), voidReason: reason },
        }),
        renditions: document.renditions.map((each) => ({
          ...each,
          ...({ status: 'failed', storagePath: null, sizeBytes: null, failureReason: reason, url: null } as const),
        })),
      })
    })
  }
}
