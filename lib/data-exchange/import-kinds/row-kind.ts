import type { Scope } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'

/** Ways in which a cell becomes a member of a request: as it is, as an integer, or as a list separated by `|`. */
export type CellType = 'text' | 'integer' | 'list'

/** Outcome of a row. */
export type Outcome = 'created' | 'updated' | 'unchanged'

/** A kind of resource that can be imported. */
export interface RowKind {
  /** Columns with their types. A name such as `address.city` is a member of an object. */
  columns: Readonly<Record<string, CellType>>
  required: readonly string[]
  /** Scopes that an import needs beside its own. */
  scopes: readonly Scope[]
  /** Returns the texts by which two rows are the same one. */
  listKeys(cells: Readonly<Record<string, string>>): readonly string[]
  /** Column that is named if two rows are the same one. */
  keyColumn: string
  /** Writes a row in the unit. Throws a problem with the violations of the row. */
  apply(
    app: Pick<App, 'db'>,
    unit: Unit,
    given: Readonly<Record<string, unknown>>,
    of: { id: Id; createdAt: string },
  ): Promise<Outcome>
}

const readCell = (text: string, type: CellType): unknown => {
  if (type === 'list')
    return text
      .split('|')
      .map((each) => each.trim())
      .filter(Boolean)
  return type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

/** Builds the request that a row stands for. Empty cells are absent from it. */
export const toGiven = ({ columns }: RowKind, cells: Readonly<Record<string, string>>): Record<string, unknown> => {
  const given: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(cells)) {
    const [first = '', second] = name.split('.')
    const value = readCell(text, columns[name] ?? 'text')
    if (second === undefined) given[first] = value
    else given[first] = { ...(given[first] as object | undefined), [second]: value }
  }
  return given
}
