import type { DataImport, ImportKind, ImportState, RowError } from '../../../schemas/data-exchange/import.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { RequestSource } from '../../platform/store/unit-scope.ts'

export interface StoredImport extends Stored {
  /** The kind of the rows; stored items have a `kind` of their own. */
  rowKind: ImportKind
  fileId: Id
  mapping: Readonly<Record<string, string>>
  mode: 'all_or_nothing' | 'valid_rows'
  dryRun: boolean
  status: ImportState
  requestedBy: Id
  requestedByType: RequestSource['actorType'] | null
  failureReason: string | null
  finishedAt: string | null
}

/** The part of an import that changes with every row. */
export interface Progress {
  rowCount: number | null
  /** Index of the next row. */
  next: number
  created: number
  updated: number
  unchanged: number
  failed: number
  /** The first errors. */
  errors: readonly RowError[]
  /** Number of changes. */
  turn: number
}

export const NO_PROGRESS: Progress = {
  ...{ rowCount: null, next: 0, created: 0, updated: 0, unchanged: 0, failed: 0 },
  errors: [],
  turn: 0,
}

export const IMPORT_MOVES = {
  pass: { from: ['checking'], to: 'writing' },
  reject: { from: ['checking'], to: 'rejected' },
  finish: { from: ['checking', 'writing'], to: 'completed' },
  fail: { from: ['checking', 'writing'], to: 'failed' },
} as const satisfies Moves<ImportState, string>

/** Tells whether what the progress counts was written, or would be in a dry run. Rows that were only checked are neither. */
const isDone = ({ status, dryRun }: StoredImport) => dryRun || (status !== 'checking' && status !== 'rejected')

export const presentImport = (found: StoredImport, progress: Progress): DataImport & { rev: number } => ({
  ...found,
  kind: found.rowKind,
  rowCount: progress.rowCount,
  processedCount: progress.next,
  createdCount: isDone(found) ? progress.created : 0,
  updatedCount: isDone(found) ? progress.updated : 0,
  unchangedCount: isDone(found) ? progress.unchanged : 0,
  failedCount: progress.failed,
  errors: [...progress.errors],
  errorsUrl: progress.failed ? `/api/data-exchange/imports/${found.id}/errors` : null,
})
