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
  /** Columns with their types. A name such as `address.city` is a member of an object; its `*` stands for any name. */
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

/** Finds the column with this name, and the members of the request through which its cells are reached. */
export const findColumn = (
  { columns }: Pick<RowKind, 'columns'>,
  name: string,
): { type: CellType; path: readonly string[] } | undefined => {
  for (const [column, type] of Object.entries(columns)) {
    const [before = '', after] = column.split('*')
    if (after === undefined && column === name) return { type, path: name.split('.') }
    if (after === undefined) continue
    const chosen = name.slice(before.length, name.length - after.length)
    if (!chosen || name !== before + chosen + after) continue
    return { type, path: [...before.split('.'), chosen, ...after.split('.')].filter(Boolean) }
  }
  return undefined
}

type Given = Readonly<Record<string, unknown>>

const putValue = (given: Given, [first = '', ...rest]: readonly string[], value: unknown): Given => ({
  ...given,
  [first]: rest.length ? putValue((given[first] ?? {}) as Given, rest, value) : value,
})

/** Builds the request that a row stands for. Empty cells are absent from it. */
export const toGiven = (kind: RowKind, cells: Readonly<Record<string, string>>): Given =>
  Object.entries(cells).reduce<Given>((given, [name, text]) => {
    const { type, path } = findColumn(kind, name) ?? { type: 'text', path: [name] }
    return putValue(given, path, readCell(text, type))
  }, {})
