import type { Id } from '../../id.ts'
import { countsPartition, type Entity, listPartition, partition, type Stored } from '../entities/entity.ts'
import { ID_BUCKETS } from '../entities/list-order.ts'
import type { Item, Table } from '../table/table.ts'
import { type Members, type Page, readCountedPage } from './list.ts'
import { type Bucket, sumShards, sumSizes } from './read-buckets.ts'
import { scanOldestFirst } from './scan-oldest-first.ts'

/** Part of a list: a value of each of its `by` fields, and the values of its facets that are shown. */
export interface ListPart {
  by?: Readonly<Record<string, unknown>>
  accepts(facets: Readonly<Record<string, string>>): boolean
}

/** Returns the facets with their values of the name of a count. */
const parseFacets = (name: string): Record<string, string> =>
  Object.fromEntries(name.split('&').map((pair) => pair.split('=', 2).map(decodeURIComponent)))

/** Names of counts are the values of facets; those of sums and changes are none. */
const isCountOfFacets = (name: string) => name.includes('=') && !name.startsWith('+')

/** Returns the names under which these counts have more than nothing, in their order. */
const listCountNames = (nodes: readonly Item[]): string[] => {
  const names = [...new Set(nodes.flatMap((node) => Object.keys(node)))].filter(isCountOfFacets).sort()
  return names.filter((name) => sumShards(nodes, name).some(({ size }) => size > 0))
}

const mergeBuckets = (all: readonly Bucket[]): Bucket[] =>
  [...Map.groupBy(all, ({ prefix }) => prefix)]
    .map(([prefix, same]) => ({
      prefix,
      size: same.reduce((sum, { size }) => sum + size, 0),
      changes: same.reduce((sum, { changes }) => sum + changes, 0),
    }))
    .sort((a, b) => (a.prefix < b.prefix ? -1 : 1))

const describePart = (kind: string, tenant: Id, { by = {}, accepts }: ListPart, nodes: readonly Item[]) => {
  const counted = listCountNames(nodes)
  const shown = counted.filter((name) => accepts(parseFacets(name)))
  return {
    names: shown,
    isWhole: shown.length === counted.length && Object.keys(by).length === 0,
    partitions: shown.map((name) => listPartition(tenant, kind, { ...by, ...parseFacets(name) })),
    buckets: sumShards(nodes, ...shown),
  }
}

/**
 * Returns one page of the resources whose facets are accepted, newest first, with the exact total. The parts are of lists that
 * have rows and counts for all facets together (`onlyAllFacets`), and no resource is in two of them. The counts tell which
 * values there are, so that only their rows are read.
 */
export const listWhere = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  page: Page,
  parts: readonly [ListPart, ...ListPart[]],
): Promise<Members<T>> => {
  const { name, lists } = kind
  const partsWithCounts = parts.map((part) => ({ part, counts: countsPartition(tenant, name, part.by ?? {}) }))
  for (const { by = {} } of parts)
    if (!lists.some((each) => each.onlyAllFacets && (each.by ?? []).join() === Object.keys(by).join()))
      throw new Error(`${name} has no list for all facets together by ${Object.keys(by).join() || 'nothing'}`)
  const described = await Promise.all(
    partsWithCounts.map(async ({ part, counts: pk }) => {
      const { level } = ID_BUCKETS
      return describePart(name, tenant, part, await db.query({ pk, from: `${level}#`, to: `${level}#~` }))
    }),
  )
  const hasItems = described.length === 1 && described[0]?.isWhole === true
  const list = {
    partitions: hasItems ? [partition(tenant, name)] : described.flatMap(({ partitions }) => partitions),
    hasItems,
    counts: partsWithCounts[0]?.counts ?? '',
    name: JSON.stringify(described.map(({ names }, i) => [parts[i]?.by, names])),
    level: ID_BUCKETS,
    hasDepth: false,
    narrow: () => partition(tenant, name),
  }
  return await readCountedPage(db, kind, tenant, list, mergeBuckets(described.flatMap(({ buckets }) => buckets)), page)
}

/** Resources of a list that have the same value of each facet. */
export interface Group {
  facets: Readonly<Record<string, string>>
  count: number
  /** Time at which the oldest of them was made. */
  oldestAt: string
}

/**
 * Counts the resources of a list by id for each combination of the values of all its facets, with the oldest of each. Costs one
 * read and two more for each combination that exists, however many resources there are.
 */
export const countByFacets = async <T extends Stored>(
  db: Table,
  kind: Entity<T>,
  tenant: Id,
  by: Readonly<Record<string, unknown>>,
  accepts: (facets: Readonly<Record<string, string>>) => boolean = () => true,
): Promise<Group[]> => {
  const list = kind.lists.find((each) => (each.by ?? []).join() === Object.keys(by).join() && !each.byDate)
  if (!list) throw new Error(`${kind.name} has no list by ${Object.keys(by).join() || 'nothing'}`)
  const { level } = ID_BUCKETS
  const pk = countsPartition(tenant, kind.name, by)
  const nodes = await db.query({ pk, from: `${level}#`, to: `${level}#~` })
  const groups = await Promise.all(
    listCountNames(nodes).map(async (name): Promise<Group[]> => {
      const facets = parseFacets(name)
      if (Object.keys(facets).length < list.facets.length || !accepts(facets)) return []
      const { items } = await scanOldestFirst(db, kind, tenant, { by, facets, limit: 1 })
      return items.map(({ createdAt }) => ({ facets, count: sumSizes(sumShards(nodes, name)), oldestAt: createdAt }))
    }),
  )
  return groups.flat()
}
