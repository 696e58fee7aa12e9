import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Id } from '../../id.ts'
import { partition } from '../entities/entity.ts'
import { type ColumnValue, type ColumnValues, outlinesPartition, type StoredOutline } from '../entities/outline.ts'
import type { Item, Key, Table } from '../table/table.ts'

// Packed outlines:  T#<tenant>#<name>?columns / <column>#<block>   the values of one column, for the resources of a block in the
//                                                                  order of their ids; a block is named by the first id
//                                                                  that may be in it

/** The column that has the ids themselves. */
export const ID_COLUMN = 'id'

/** The first block of a kind begins before every id. */
export const FIRST_BLOCK = '0'

export interface StoredColumn {
  /** Changes with each change of the item, and is the condition of its writes. */
  version: number
  /** Changes whenever the block gets or loses resources, in all columns at once. */
  members: number
  /** The next block; null for the last one. */
  next: string | null
  /** Names of all columns of the block; only the column of the ids has them. */
  columns?: readonly string[]
  packed: Uint8Array
}

/** A column of one block. */
export interface Column extends Omit<StoredColumn, 'packed'> {
  block: string
  values: ColumnValue[]
}

const columnsPartition = (tenant: Id, name: string): string => partition(tenant, `${name}?columns`)

export const columnKey = (tenant: Id, name: string, column: string, block: string): Key => ({
  pk: columnsPartition(tenant, name),
  sk: `${column}#${block}`,
})

export const packValues = (values: readonly ColumnValue[]): Uint8Array => deflateRawSync(JSON.stringify(values))

const toColumn = ({ sk, packed, version, members, next, columns }: Item & StoredColumn): Column => ({
  block: sk.slice(sk.indexOf('#') + 1),
  version,
  members,
  next,
  ...(columns && { columns }),
  values: JSON.parse(inflateRawSync(packed).toString()) as ColumnValue[],
})

/** Reads a column of all blocks, in their order. */
export const readColumn = async (db: Table, tenant: Id, name: string, column: string): Promise<Column[]> =>
  (await db.query<StoredColumn>({ pk: columnsPartition(tenant, name), prefix: `${column}#` })).map(toColumn)

/** Reads some columns of some blocks, in one read. */
export const readColumns = async (
  db: Table,
  tenant: Id,
  name: string,
  wanted: readonly { column: string; block: string }[],
): Promise<Map<string, Column>> => {
  if (!wanted.length) return new Map()
  const found = await db.batchGet<StoredColumn>(
    wanted.map(({ column, block }) => columnKey(tenant, name, column, block)),
  )
  return new Map(found.map((item) => [item.sk, toColumn(item)]))
}

/** Finds the ids of the block to which an id belongs; undefined if there is none yet. */
export const findBlock = async (db: Table, tenant: Id, name: string, id: Id): Promise<Column | undefined> => {
  const from = `${ID_COLUMN}#${FIRST_BLOCK}`
  const range = { from, to: `${ID_COLUMN}#${id}`, newestFirst: true, limit: 1 }
  const [found] = await db.query<StoredColumn>({ pk: columnsPartition(tenant, name), ...range })
  return found && toColumn(found)
}

/** The outline of a resource, or a part of it, that no block has yet. */
export interface Waiting extends Pick<StoredOutline, 'rev' | 'columns'> {
  key: Key
  id: Id
  values: ColumnValues
}

/** Reads the outlines that are not packed, in the order of their ids. */
export const readWaiting = async (db: Table, tenant: Id, name: string, limit?: number): Promise<Waiting[]> => {
  const range = { pk: outlinesPartition(tenant, name), ...(limit !== undefined && { limit }) }
  const found = await db.query<StoredOutline>(range)
  return found.map(({ pk, sk, rev, values, columns }) => ({
    key: { pk, sk },
    id: sk.slice(0, sk.indexOf('#')) as Id,
    rev,
    values,
    ...(columns && { columns }),
  }))
}
