import { isDeepStrictEqual } from 'node:util'
import type { App } from '../../app/app.ts'
import type { TaskData } from '../../events/outbox/task.ts'
import type { Id } from '../../id.ts'
import type { ColumnValue } from '../entities/outline.ts'
import type { Table } from '../table/table.ts'
import { Stale } from '../transaction.ts'
import { runInUnit, type Unit } from '../unit.ts'
import {
  type Column,
  columnKey,
  FIRST_BLOCK,
  findBlock,
  ID_COLUMN,
  packValues,
  readColumns,
  readWaiting,
  type Waiting,
} from './column-store.ts'

interface Limits {
  /** Resources of a block. Larger blocks cost more to write, smaller ones more to read. */
  maxMembers: number
  /** Bytes of a column of a block, packed. */
  maxColumnBytes: number
  /** Outlines that are packed in one transaction, if they fit, and their bytes. */
  maxPacked: number
  maxPackedBytes: number
  /** Fewer outlines are left to the next packing, since writing a block costs the same for one as for many. */
  minPacked: number
}

const LIMITS: Limits = {
  maxMembers: 1000,
  maxColumnBytes: 200_000,
  maxPacked: 80,
  maxPackedBytes: 200_000,
  minPacked: 20,
}

type Values = Map<string, ColumnValue>

/** A block as it is stored, and its members' values by id. */
interface Block {
  block: string
  next: string | null
  members: number
  /** Columns by name, with their versions; empty for the first block of a kind. */
  stored: ReadonlyMap<string, Column>
  rows: ReadonlyMap<Id, Values>
}

const NO_BLOCK: Block = { block: FIRST_BLOCK, next: null, members: 0, stored: new Map(), rows: new Map() }

const readBlock = async (db: Table, tenant: Id, name: string, id: Id): Promise<Block | undefined> => {
  const ids = await findBlock(db, tenant, name, id)
  if (!ids) return NO_BLOCK
  const { block, next, members, columns = [] } = ids
  const found = await readColumns(
    db,
    tenant,
    name,
    columns.map((column) => ({ column, block })),
  )
  const others = columns.flatMap((column) => {
    const read = found.get(`${column}#${block}`)
    return read ? [[column, read] as const] : []
  })
  if (others.length !== columns.length || others.some(([, read]) => read.members !== members)) return undefined
  const rows = new Map(
    ids.values.map((each, i) => [
      each as Id,
      new Map(others.map(([column, { values }]) => [column, values[i] ?? null])),
    ]),
  )
  return { block, next, members, stored: new Map([[ID_COLUMN, ids], ...others]), rows }
}

/** Chooses the outlines that belong to the block, as many as one transaction takes. */
const chooseOutlines = (waiting: readonly Waiting[], { next }: Block, { maxPackedBytes }: Limits): Waiting[] => {
  const chosen: Waiting[] = []
  let bytes = 0
  for (const each of waiting) {
    bytes += JSON.stringify(each.values).length
    if ((next !== null && each.id >= next) || (chosen.length && bytes > maxPackedBytes)) break
    chosen.push(each)
  }
  return chosen
}

interface Piece {
  block: string
  next: string | null
  columns: ReadonlyMap<string, readonly ColumnValue[]>
}

type Rows = readonly (readonly [Id, Values])[]

const toColumns = (rows: Rows, columns: readonly string[]): Piece['columns'] =>
  new Map<string, readonly ColumnValue[]>([
    [ID_COLUMN, rows.map(([id]) => id)],
    ...columns.map((column) => [column, rows.map(([, values]) => values.get(column) ?? null)] as const),
  ])

/** Cuts the rows of a block into blocks that are not too large. One that fills up at the end is cut off full. */
const cut = (
  rows: Rows,
  columns: readonly string[],
  { block, next }: Pick<Piece, 'block' | 'next'>,
  limits: Limits,
): Piece[] => {
  const { maxMembers, maxColumnBytes } = limits
  const all = toColumns(rows, columns)
  const isTooLarge = () => [...all.values()].some((values) => packValues(values).length > maxColumnBytes)
  if (rows.length <= 1 || (rows.length <= maxMembers && !isTooLarge())) return [{ block, next, columns: all }]
  const at = next === null && rows.length > maxMembers ? maxMembers : Math.ceil(rows.length / 2)
  const second = rows[at]?.[0] as Id
  return [
    ...cut(rows.slice(0, at), columns, { block, next: second }, limits),
    ...cut(rows.slice(at), columns, { block: second, next }, limits),
  ]
}

const writePiece = (unit: Unit, name: string, { block, next, columns }: Piece, before: Block, isCut: boolean): void => {
  const names = [...columns.keys()].filter((column) => column !== ID_COLUMN)
  for (const [column, values] of columns) {
    const stored = block === before.block ? before.stored.get(column) : undefined
    if (!isCut && stored && isDeepStrictEqual(stored.values, values)) continue
    const put = {
      ...columnKey(unit.tenant, name, column, block),
      kind: 'column',
      version: (stored?.version ?? 0) + 1,
      members: block === before.block ? before.members + Number(isCut) : 1,
      next,
      ...(column === ID_COLUMN && { columns: names }),
      packed: packValues(values),
    }
    unit.add(
      stored
        ? { put, when: '#version = :version', values: { ':version': stored.version } }
        : { put, when: 'attribute_not_exists(pk)' },
    )
  }
}

/** Returns the rows of a block with the outlines put into them. */
const mergeRows = (before: Block, chosen: readonly Waiting[]): Map<Id, Values> => {
  const rows = new Map([...before.rows].map(([id, values]) => [id, new Map(values)]))
  for (const { id, values } of chosen) {
    const row = rows.get(id) ?? new Map()
    for (const [column, value] of Object.entries(values)) row.set(column, value)
    rows.set(id, row)
  }
  return rows
}

/** Writes the block with outlines of it, as several blocks if it becomes too large. */
const mergeOutlines = (unit: Unit, name: string, before: Block, chosen: readonly Waiting[], limits: Limits): void => {
  const rows = mergeRows(before, chosen)
  const known = [...before.stored.keys()].filter((column) => column !== ID_COLUMN)
  const columns = [...new Set([...known, ...chosen.flatMap((each) => each.columns ?? [])])]
  const inOrder = [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
  const pieces = cut(inOrder, columns, before, limits)
  const isChanged = rows.size !== before.rows.size || columns.length !== known.length || pieces.length > 1
  for (const piece of pieces) writePiece(unit, name, piece, before, isChanged)
  for (const { key, rev } of chosen) unit.add({ delete: key, when: '#rev = :rev', values: { ':rev': rev } })
}

/** Packs outlines of one block. Returns false if too few wait. */
const packBlock = async (db: Table, unit: Unit, name: string, limits: Limits): Promise<boolean> => {
  const waiting = await readWaiting(db, unit.tenant, name, limits.maxPacked)
  const [first] = waiting
  if (!first || waiting.length < limits.minPacked) return false
  const before = await readBlock(db, unit.tenant, name, first.id)
  // The block was cut while it was read, by another packing.
  if (!before) throw new Stale()
  const chosen = chooseOutlines(waiting, before, limits)
  await unit.attemptUpTo(chosen.length, async (count) =>
    mergeOutlines(unit, name, before, chosen.slice(0, count), limits),
  )
  return true
}

/** Packs the outlines that wait, within limits. */
export const packWithin = async (
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { tenant, kind }: TaskData['store.outlines.pack'],
  limits: Partial<Limits> = {},
): Promise<void> => {
  const scope = { tenant, actor: null, now: clock() }
  while (await runInUnit(db, scope, (unit) => packBlock(db, unit, kind, { ...LIMITS, ...limits })));
}

/** Packs the outlines that wait, so that a search reads few of them. It can be repeated, and several may run at once. */
export const packOutlines = (app: Pick<App, 'db' | 'clock'>, task: TaskData['store.outlines.pack']): Promise<void> =>
  packWithin(app, task)
