import type { DataExport, ExportCollection, ExportFormat, ExportState } from '../../../schemas/data-exchange/export.ts'
import type { Scope } from '../../platform/access/scopes.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { RequestSource } from '../../platform/store/unit-scope.ts'
import type { Filters } from './collection.ts'

/** A part of the file that was uploaded. */
export interface WrittenPart {
  number: number
  etag: string
  sizeBytes: number
}

export interface StoredExport extends Stored {
  collection: ExportCollection
  /** Scope of the exported list, which reading the export needs. */
  scope: Scope
  format: ExportFormat
  bom: boolean
  filters: Filters
  status: ExportState
  filename: string
  requestedBy: Id
  requestedByType: RequestSource['actorType'] | null
  /** Key of what was asked while the file is being written, so that asking again finds it; then null. */
  pendingKey: string | null
  rowCount: number
  sizeBytes: number
  leftOutCount: number
  /** Cursor of the collection after the rows of the written parts. */
  after: string | null
  /** Number of attempts to write a part. Each has a number of its own, so that a late one overwrites nothing. */
  attempts: number
  uploadId: string | null
  parts: readonly WrittenPart[]
  /** True once all parts are there, so that they can be joined. */
  isWritten: boolean
  /** Attempt that began the file, which is part of its path. */
  fileOf: number | null
  /** Attempt that wrote rows which are too few for a part, so that the next part begins with them. */
  restOf: number | null
  mimeType: string | null
  failureReason: string | null
  readyAt: string | null
  expiresAt: string | null
}

export const EXPORT_MOVES = {
  finish: { from: ['writing'], to: 'ready' },
  fail: { from: ['writing'], to: 'failed' },
  expire: { from: ['ready'], to: 'expired' },
} as const satisfies Moves<ExportState, string>

/** Days for which the file of an export is kept. */
export const EXPORT_DAYS = 7

export const exportUri = (id: Id) => `commerce:///data-exchange/exports/${id}`

/** Path of the file that an attempt began. A lifecycle rule of the bucket deletes what is left there. */
export const getExportPath = (tenant: Id, id: Id, attempt: number) => `exports/${tenant}/${id}/${attempt}`

export const getRestPath = (tenant: Id, id: Id, attempt: number) => `${getExportPath(tenant, id, attempt)}-rest`

export const presentExport = (found: StoredExport): DataExport & { rev: number } => ({
  ...found,
  filters: Object.fromEntries(
    Object.entries(found.filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ),
  downloadUrl: found.status === 'ready' ? `/api/data-exchange/exports/${found.id}/content` : null,
})
