import type { Id } from '../../lib/platform/id.ts'
import { type Entity, type Stored, toItem } from '../../lib/platform/store/entities/entity.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { writeItems } from './fill.ts'

// Rows and counts as they were derived before lists had one level of counts and could be merged. A copy that stays as it is,
// because it stands for tables that exist.

interface OldList {
  by?: readonly string[]
  facets: readonly string[]
  byDate?: string
}

const SHARDS = '0123'
const TIME_DIGITS = [0, 4, 6, 8]
const DATE_DIGITS = [0, 7, 10, 15, 17, 19]

const formatPair = ([field, value]: [string, unknown]) => `${field}=${encodeURIComponent(String(value).toWellFormed())}`
const formatPairs = (fields: Record<string, unknown>) => Object.entries(fields).map(formatPair).join('&')
const locate = (tenant: Id, name: string, fields: Record<string, unknown>) => {
  const pairs = formatPairs(fields)
  return `T#${tenant}#${pairs ? `${name}?${pairs}` : name}`
}

const listSubsets = (fields: readonly string[]): string[][] =>
  fields.reduce<string[][]>((all, field) => all.concat(all.map((subset) => subset.concat(field))), [[]])

const pick = (item: Record<string, unknown>, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, item[field]]))

interface OldDerived {
  rows: Item[]
  counts: { key: { pk: string; sk: string }; names: string[] }[]
}

export const deriveOldShape = (name: string, lists: readonly OldList[], tenant: Id, record: Stored): OldDerived => {
  const item = { ...record } as unknown as Record<string, unknown>
  const derived: OldDerived = { rows: [], counts: [] }
  for (const { by = [], facets, byDate } of lists) {
    const [scope, date] = [pick(item, by), byDate && item[byDate]]
    if (date === null || Object.values(scope).some((value) => value == null)) continue
    const [listed, sk] = [byDate ? `${name}@${byDate}` : name, date ? `${date}#${record.id}` : record.id]
    const narrowings = listSubsets(facets.filter((facet) => item[facet] != null)).map((subset) => pick(item, subset))
    for (const narrowed of narrowings) {
      const pk = locate(tenant, listed, { ...scope, ...narrowed })
      if (pk !== `T#${tenant}#${name}`) derived.rows.push({ pk, sk, kind: date ? 'dated' : 'row' })
    }
    const shard = SHARDS.charAt(record.id.charCodeAt(25) % SHARDS.length)
    for (const [level, digits] of (byDate ? DATE_DIGITS : TIME_DIGITS).entries())
      derived.counts.push({
        key: { pk: `${locate(tenant, listed, scope)}#counts`, sk: `${level}#${sk.slice(0, digits)}#${shard}` },
        names: narrowings.map((narrowed) => formatPairs(narrowed) || 'n'),
      })
  }
  return derived
}

/** Writes resources to an empty list as the earlier version would have written them. */
export const fillOldShape = async <T extends Stored>(
  table: string,
  kind: Entity<T>,
  tenant: Id,
  records: readonly T[],
): Promise<void> => {
  const [items, counts] = [[] as Item[], new Map<string, Item>()]
  for (const record of records) {
    const { rows, counts: derived } = deriveOldShape(kind.name, kind.lists as readonly OldList[], tenant, record)
    items.push(toItem(kind, tenant, record), ...rows)
    for (const { key, names } of derived) {
      const node: Item = counts.get(`${key.pk} ${key.sk}`) ?? { ...key }
      for (const each of names) node[each] = ((node[each] as number | undefined) ?? 0) + 1
      counts.set(`${key.pk} ${key.sk}`, node)
    }
  }
  await writeItems(table, [...items, ...counts.values()])
}
