import type { TObject } from 'typebox'
import type { Resource } from '../../../schemas/resource.ts'
import { BYTE_ORDER_MARK, formatCsvRow } from '../../platform/csv/format-csv.ts'
import { present } from '../../platform/http/response/present.ts'
import { getSerializer } from '../../platform/http/response/serializer.ts'
import { buildColumns } from './build-columns.ts'
import type { Collection, RowWriter, WriterOptions } from './collection.ts'

/** A collection whose rows have the members of a schema and nothing else. */
interface DescribedCollection extends Omit<Collection, 'createWriter'> {
  /** The resource of each row, or the fields of rows that are no resources. */
  of: Resource | TObject
  /** Members that lists leave empty, or that repeat others. */
  omit?: readonly string[]
  /** Member of each row that names the currency of its amounts. */
  currencyField: string
}

const isResource = (of: Resource | TObject): of is Resource => 'fields' in of

const createPresenter = (of: Resource | TObject): ((row: object) => Record<string, unknown>) => {
  if (isResource(of)) return (row) => present(of, row)
  const serialize = getSerializer(of)
  return (row) => serialize(row) as Record<string, unknown>
}

const createJsonWriter = ({ of }: DescribedCollection): RowWriter => {
  const show = createPresenter(of)
  return {
    mimeType: 'application/jsonl',
    head: Buffer.alloc(0),
    write: (rows) => Buffer.from(rows.map((row) => `${JSON.stringify(show(row))}\n`).join('')),
  }
}

const createCsvWriter = (collection: DescribedCollection, bom: boolean): RowWriter => {
  const { of } = collection
  const show = createPresenter(of)
  const columns = buildColumns(isResource(of) ? of.fields : of, collection)
  const writeRow = (row: object) => {
    const shown = show(row)
    return formatCsvRow(columns.map(({ getCell }) => getCell(shown)))
  }
  return {
    mimeType: 'text/csv; charset=utf-8',
    head: Buffer.from(`${bom ? BYTE_ORDER_MARK : ''}${formatCsvRow(columns.map(({ name }) => name))}`),
    write: (rows) => Buffer.from(rows.map(writeRow).join('')),
  }
}

/** Completes a collection by the writers that follow from its schema. */
export const defineCollection = (collection: DescribedCollection): Collection => ({
  ...collection,
  createWriter: async (_app, _tenant, { format, bom }: WriterOptions) =>
    format === 'jsonl' ? createJsonWriter(collection) : createCsvWriter(collection, bom),
})
