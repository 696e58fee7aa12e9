import type { TObject } from 'typebox'
import { type Cell, DecimalCell } from '../../platform/csv/format-csv.ts'
import { formatDecimal } from '../../platform/money/minor-units.ts'

interface Plain {
  type?: string | string[]
  properties?: Record<string, Plain>
  minimum?: number
  maximum?: number
}

export interface Column {
  name: string
  getCell(row: Readonly<Record<string, unknown>>): Cell | DecimalCell
}

const isOfType = ({ type }: Plain, name: string) => [type].flat().includes(name)

/** Only amounts of money span all safe integers. */
const isAmount = (schema: Plain) =>
  isOfType(schema, 'integer') &&
  schema.minimum === Number.MIN_SAFE_INTEGER &&
  schema.maximum === Number.MAX_SAFE_INTEGER

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') return JSON.stringify(value)
  return value as Cell
}

const readPath = (row: Readonly<Record<string, unknown>>, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], row)

const toDecimal = (amount: unknown, currency: unknown) =>
  typeof amount === 'number' && typeof currency === 'string' ? new DecimalCell(formatDecimal(amount, currency)) : null

const buildOwnColumns = (path: readonly string[], schema: Plain, currencyField: string): Column[] => {
  if (schema.properties && isOfType(schema, 'object'))
    return Object.entries(schema.properties).flatMap(([name, member]) =>
      buildOwnColumns([...path, name], member, currencyField),
    )
  const name = path.join('.')
  const column: Column = { name, getCell: (row) => toCell(readPath(row, path)) }
  if (!isAmount(schema)) return [column]
  const decimal: Column = {
    name: `${name}Decimal`,
    getCell: (row) => toDecimal(readPath(row, path), row[currencyField]),
  }
  return [column, decimal]
}

interface Options {
  omit?: readonly string[] | undefined
  currencyField: string
}

/**
 * Builds the columns of a CSV from a schema: one for each member, `a.b` for members of an object, JSON for lists, and for each
 * amount in minor units a second one in decimals.
 */
export const buildColumns = (fields: TObject, { omit = [], currencyField }: Options): Column[] =>
  Object.entries(fields.properties as Record<string, Plain>)
    .filter(([name]) => !omit.includes(name))
    .flatMap(([name, member]) => buildOwnColumns([name], member, currencyField))
