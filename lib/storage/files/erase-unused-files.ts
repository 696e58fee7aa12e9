import type { Erasure } from '../../iam/erasure/erase-account.ts'
import { findTenant } from '../../iam/tenant.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { deleteFile } from './delete-file.ts'
import { files, findFile } from './file-store.ts'

/**
 * Deletes the files of tenants that closed with the person, except those that belong to its books. A file that is being
 * checked is deleted when the erasure is repeated.
 */
export const eraseUnusedFiles: Erasure = async ({ db }, { tenants }) => {
  for (const tenant of tenants) {
    const closedAt = (await findTenant(db, tenant))?.closedAt
    if (closedAt === undefined) continue
    const found = await db.query({ pk: partition(tenant, files.name), only: ['id'] })
    for (const { sk } of found)
      await runInUnit(db, { tenant, actor: null, now: new Date(closedAt) }, async (unit) => {
        const file = await findFile(db, tenant, sk)
        if (!file || file.referenceCount > 0) return
        if (file.status === 'uploading') deleteFile(unit, file, 'abort')
        else if (file.status === 'ready' || file.status === 'rejected') deleteFile(unit, file, 'delete')
      })
  }
}
