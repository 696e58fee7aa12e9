import type { ImportKind } from '../../../schemas/data-exchange/import.ts'
import type { Scope } from '../../platform/access/scopes.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { Unit } from '../../platform/store/unit.ts'

/**
 * Ways in which a cell becomes a member of a request: as it is, as an integer or another number, as true or false, as a list
 * separated by `|`, or as the value that its JSON stands for.
 */
export type CellType = 'text' | 'integer' | 'number' | 'boolean' | 'list' | 'json'

/** Outcome of a row. */
export type Outcome = 'created' | 'updated' | 'unchanged'

/** A kind of resource that can be imported. */
export interface RowKind {
  /** Columns with their types. A name such as `address.city` is a member of an object; its `*` stands for any name. */
  columns: Readonly<Record<string, CellType>>
  required: readonly string[]
  /** Scopes that an import needs beside its own. */
  scopes: readonly Scope[]
  /**
   * Returns a text that the rows of one resource share; absent if each row is a resource of its own. Such rows are applied
   * together, as the `rows` of one request, and violations of the second one begin with `rows[1].`.
   */
  getGroup?(cells: Readonly<Record<string, string>>): string
  /** Returns the texts by which two rows are the same one. */
  listKeys(cells: Readonly<Record<string, string>>): readonly string[]
  /** Column that is named if two rows are the same one. */
  keyColumn: string
  /** Writes a row in the unit. Throws a problem with the violations of the row. */
  apply(
    app: Pick<App, 'db' | 'files'>,
    unit: Unit,
    given: Readonly<Record<string, unknown>>,
    of: { id: Id; createdAt: string },
  ): Promise<Outcome>
}

/** Every kind of rows that can be imported. */
export type RowKinds = Readonly<Record<ImportKind, RowKind>>

/** Returns the value of a JSON text, or the text itself, which no schema of such a cell takes. */
const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const readCell = (text: string, type: CellType): unknown => {
  if (type === 'list')
    return text
      .split('|')
      .map((each) => each.trim())
      .filter(Boolean)
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'number' && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)) return Number(text)
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  return type === 'json' ? readJson(text) : text
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
