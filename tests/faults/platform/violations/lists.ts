import { KINDS } from '../../../../functions/store/listed-kinds.ts'
import { derive } from '../../../../lib/platform/store/entities/derive.ts'
import {
  CHANGES,
  type Entity,
  fromItem,
  removeShard,
  type Stored,
} from '../../../../lib/platform/store/entities/entity.ts'
import { list } from '../../../../lib/platform/store/lists/list.ts'
import { listWhere } from '../../../../lib/platform/store/lists/list-where.ts'
import { formatKey, type Item } from '../../../../lib/platform/store/table/table.ts'
import type { PlatformWorld } from '../world.ts'

interface Expected {
  /** Rows, words and unique values by key. */
  rows: Map<string, Item>
  /** Numbers of buckets by their key and name. */
  counts: Map<string, number>
}

const add = (counts: Map<string, number>, pk: string, sk: string, numbers: Readonly<Record<string, number>>) => {
  for (const [name, number] of Object.entries(numbers)) {
    const place = `${pk}\n${sk} ${name}`
    counts.set(place, (counts.get(place) ?? 0) + number)
  }
}

const expectAll = ({ table, tenant }: PlatformWorld): Expected => {
  const expected: Expected = { rows: new Map(), counts: new Map() }
  for (const { kind } of KINDS)
    for (const item of table.inPartition(`T#${tenant}#${kind.name}`)) {
      const { rows, unique, counts } = derive(kind, tenant, fromItem<Stored>(item))
      for (const row of [...rows.values(), ...unique.values()]) expected.rows.set(formatKey(row), row)
      for (const { bucket, adds } of counts) add(expected.counts, bucket.pk, bucket.sk, adds)
    }
  return expected
}

const DERIVED = new Set<unknown>(['row', 'dated', 'word', 'unique'])

const differs = (stored: Item, expected: Item | undefined) =>
  !expected || Object.entries(expected).some(([name, value]) => JSON.stringify(stored[name]) !== JSON.stringify(value))

/** Checks that rows, unique values and counts of all modules are exactly those derived from the items. */
export const findDerivedFaults = (world: PlatformWorld): string[] => {
  const found: string[] = []
  const { rows, counts } = expectAll(world)
  const partitions = new Set([...counts.keys()].map((place) => place.split('\n', 1)[0]))
  const stored = new Map<string, number>()
  const own = `T#${world.tenant}#`
  const names = new Set(KINDS.map(({ kind }) => kind.name))
  const isOfKind = (pk: string) => names.has(pk.slice(own.length).split(/[?@#]/, 1)[0] ?? '')
  for (const item of world.table.all()) {
    const { pk, sk, kind, ...rest } = item
    if (!pk.startsWith(own) || !isOfKind(pk)) continue
    if (partitions.has(pk) || pk.endsWith('#counts')) {
      const { [CHANGES]: _changes, ...numbers } = rest as Record<string, number>
      if (!sk.startsWith('L#')) add(stored, pk, removeShard(sk), numbers)
    } else if (DERIVED.has(kind)) {
      if (differs(item, rows.get(formatKey(item)))) found.push(`${pk} ${sk} is not derived`)
      rows.delete(formatKey(item))
    }
  }
  for (const key of rows.keys()) found.push(`${key} is missing`)
  for (const place of new Set([...stored.keys(), ...counts.keys()])) {
    const [counted, expected] = [stored.get(place) ?? 0, counts.get(place) ?? 0]
    if (counted !== expected) found.push(`${place} counts ${counted}, there are ${expected}`)
  }
  return found
}

const PAGE_SIZE = 7

/** Checks that the pages of a list have all its members, newest first, and the stated total. */
const findPagingFault = async ({ app, table, tenant }: PlatformWorld, kind: Entity<Stored>): Promise<string[]> => {
  const expected = table.inPartition(`T#${tenant}#${kind.name}`).map(({ sk }) => sk)
  const isMerged = kind.lists.some(({ by, onlyAllFacets }) => !by && onlyAllFacets)
  const read: string[] = []
  let total = 0
  for (let page = 1; page <= Math.ceil(expected.length / PAGE_SIZE) + 1; page++) {
    const asked = { page, itemsPerPage: PAGE_SIZE, facets: {} }
    const { items, totalItems } = isMerged
      ? await listWhere(app.db, kind, tenant, asked, [{ accepts: () => true }])
      : await list(app.db, kind, tenant, asked)
    read.push(...items.map(({ id }) => id))
    total = totalItems
  }
  const isRight = total === expected.length && read.join() === expected.sort().reverse().join()
  return isRight ? [] : [`${kind.name}: ${total} told, ${read.length} shown, ${expected.length} there`]
}

export const findPagingFaults = async (world: PlatformWorld): Promise<string[]> => {
  const listed = KINDS.filter(({ kind }) =>
    kind.lists.some(
      ({ by, byDate, byMoment, uncounted, rows }) => !by && !byDate && !byMoment && !uncounted && rows !== false,
    ),
  )
  const kinds = listed.map(({ kind }) => kind).filter(({ name }) => world.list(name).length > 0)
  return (await Promise.all(kinds.map((kind) => findPagingFault(world, kind)))).flat()
}
