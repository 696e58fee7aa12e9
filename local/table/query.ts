import type { SQLInputValue } from 'node:sqlite'
import type { Item, Range } from '../../lib/platform/store/table/table.ts'
import { Refusal } from './refusal.ts'

const LAST_CHARACTER = '\u{10ffff}'
const INDEX_MEMBERS = ['pk', 'sk', 'duePk', 'dueSk']

const requireText = (name: string, value: string | undefined): void => {
  if (value === '') throw new Refusal(`The key attribute ${name} cannot be compared with an empty text.`)
}

const project = (item: Item, names: readonly string[]): Item =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(item, name) ? [[name, item[name]]] : []))) as Item

const describeRange = ({ from, to, prefix }: Range): [from: string | undefined, to: string | undefined] =>
  prefix === undefined ? [from, to] : [prefix, `${prefix}${LAST_CHARACTER}`]

/** Describes the rows of a range, in their order; throws if DynamoDB would refuse it. */
export const describeQuery = (range: Range): { sql: string; given: SQLInputValue[] } => {
  const [pk, sk] = range.index ? ['duePk', 'dueSk'] : ['pk', 'sk']
  const [from, to] = describeRange(range)
  requireText(pk, range.pk)
  requireText(sk, from)
  requireText(sk, to)
  if (range.limit !== undefined && range.limit < 1) throw new Refusal('A limit must be at least 1.')
  if (from !== undefined && to !== undefined && Buffer.compare(Buffer.from(from), Buffer.from(to)) > 0)
    throw new Refusal('The upper bound must not be below the lower bound.')
  if (range.index && range.only?.some((name) => !INDEX_MEMBERS.includes(name)))
    throw new Refusal(`The index ${range.index} does not have all of ${range.only.join()}.`)
  const order = range.newestFirst ? 'DESC' : 'ASC'
  const where = [
    `${pk} = ?`,
    ...(from === undefined ? [] : [`${sk} >= ?`]),
    ...(to === undefined ? [] : [`${sk} <= ?`]),
    ...(range.index ? ['dueSk IS NOT NULL'] : []),
  ]
  return {
    sql: `SELECT item FROM items WHERE ${where.join(' AND ')} ORDER BY ${sk} ${order}, pk ${order}, sk ${order} LIMIT ?`,
    given: [range.pk, from, to, range.limit ?? -1].filter((each) => each !== undefined),
  }
}

/** Returns what a range shows of its items. */
export const showItems = (items: readonly Item[], { index, only }: Range): Item[] => {
  const found = index ? items.map((item) => project(item, INDEX_MEMBERS)) : [...items]
  return only ? found.map((item) => project(item, [index ? 'dueSk' : 'sk', ...only])) : found
}
