import type { ExportCollection, ExportFormat } from '../../../schemas/data-exchange/export.ts'
import type { Scope } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'

/** Filters of a request, with the values of its path. */
export type Filters = Readonly<Record<string, string | undefined>>

interface Position {
  filters: Filters
  /** Cursor after the rows that were read before; null at the beginning. */
  after: string | null
  /** Upper bound of the records that are read. Fewer rows may result. */
  limit: number
}

export interface RowsPart<R = object> {
  rows: R[]
  /** Cursor of the next part; null at the end. */
  next: string | null
  /** Records of this part that the format cannot hold. */
  leftOut?: number
}

/** Writes rows in one format. */
export interface RowWriter<R = object> {
  mimeType: string
  /** Content before the first row. */
  head: Buffer
  write(rows: readonly R[]): Buffer
}

export interface WriterOptions {
  format: ExportFormat
  bom: boolean
  filters: Filters
  /** Time of the request, which the content may name. */
  at: Date
}

type Using = Pick<App, 'db' | 'clock'>

/**
 * A collection that can be exported. Its rows have an order in which no change moves them, such as that of their ids. So what
 * exists all the time while a long export is written is in it exactly once.
 */
export interface Collection<R = object> {
  name: ExportCollection
  /** Scope of its list, which its exports need too. */
  scope: Scope
  /** Throws if the filters contradict each other or name what does not exist. */
  check?(app: Using, tenant: Id, filters: Filters): Promise<void>
  read(app: Using, tenant: Id, position: Position): Promise<RowsPart<R>>
  createWriter(app: Using, tenant: Id, options: WriterOptions): Promise<RowWriter<R>>
  /** Upper bound of the rows of one file. */
  maxRows?: number
}
