import { encodeTime, getIdTime } from '../../id.ts'
import type { Table } from '../table/table.ts'
import { readRows } from './read-rows.ts'

/** Rows that one answer of the table contains, with some to spare. */
const ROWS_PER_PART = 5000
const MAX_PARTS = 24

const ID_LENGTH = 26

interface Part {
  from: string
  to: string
}

/** Cuts the range between two sort keys, which differ only in their ids, into parts of equal time. */
const cut = (first: string, last: string, parts: number): string[] => {
  const head = first.slice(0, -ID_LENGTH)
  const [start, end] = [first, last].map((sk) => getIdTime(sk.slice(-ID_LENGTH)).getTime()) as [number, number]
  const step = (end - start) / parts
  const times = Array.from({ length: parts - 1 }, (_, i) => Math.ceil(start + (i + 1) * step))
  return [...new Set(times)].map((time) => head + encodeTime(new Date(time)))
}

const readParts = async (db: Table, partitions: readonly string[], prefix: string, size: number): Promise<Part[]> => {
  const whole = { from: prefix, to: `${prefix}~` }
  if (size <= ROWS_PER_PART) return [whole]
  const readEnd = (newestFirst: boolean) => readRows(db, partitions, { ...whole, newestFirst, limit: 1, only: [] })
  const [[first], [last]] = await Promise.all([readEnd(false), readEnd(true)])
  if (!first || !last) return [whole]
  const cuts = cut(first.sk, last.sk, Math.min(MAX_PARTS, Math.ceil(size / ROWS_PER_PART)))
  return [prefix, ...cuts].map((from, i) => ({ from, to: cuts[i] ?? whole.to }))
}

/** Reads the sort keys of a bucket in their order, large buckets in several parts at once. */
export const readSortKeys = async (
  db: Table,
  partitions: readonly string[],
  prefix: string,
  size: number,
): Promise<string[]> => {
  const parts = await readParts(db, partitions, prefix, size)
  const found = await Promise.all(parts.map((part) => readRows(db, partitions, { ...part, only: [] })))
  return found.flat().map(({ sk }) => sk)
}
