import { hash } from 'node:crypto'
import type { ExportCollection, ExportFormat } from '../../../schemas/data-exchange/export.ts'
import type { Scope } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { runInUnit } from '../../platform/store/unit.ts'
import { getActorType, type UnitScope } from '../../platform/store/unit-scope.ts'
import type { Filters } from './collection.ts'
import type { StoredExport } from './export.ts'
import { exports, findPendingExport } from './export-store.ts'

/** A request for an export. */
interface Asked {
  collection: ExportCollection
  scope: Scope
  format: ExportFormat
  bom: boolean
  filters: Filters
  filename: string
}

const buildPendingKey = (requestedBy: Id, { collection, format, bom, filters }: Asked) =>
  hash('sha256', JSON.stringify([requestedBy, collection, format, bom, Object.entries(filters).sort()]), 'hex')

/** Returns the export that is already being written for the same request, or adds one with the task that writes it. */
export const requestExport = async (
  { db }: Pick<App, 'db'>,
  scope: UnitScope & { tenant: Id; actor: Id },
  asked: Asked,
): Promise<StoredExport> => {
  const pendingKey = buildPendingKey(scope.actor, asked)
  return await runInUnit(db, scope, async (unit) => {
    const pending = await findPendingExport(db, scope.tenant, pendingKey)
    if (pending) return pending
    const added = unit.create(
      exports,
      {
        ...asked,
        status: 'writing',
        requestedBy: scope.actor,
        requestedByType: getActorType(scope),
        pendingKey,
        ...{ rowCount: 0, sizeBytes: 0, leftOutCount: 0, after: null },
        ...{ attempts: 0, uploadId: null, parts: [], isWritten: false, fileOf: null, restOf: null },
        ...{ mimeType: null, failureReason: null, readyAt: null, expiresAt: null },
      },
      'stale',
    )
    unit.schedule('data_exchange.export.write', { tenant: scope.tenant, exportId: added.id })
    return added
  })
}
