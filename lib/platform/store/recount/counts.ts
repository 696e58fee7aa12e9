import { isDeepStrictEqual } from 'node:util'
import type { Derived } from '../entities/entity.ts'
import { TIME_DIGITS } from '../entities/list-order.ts'
import { readPages } from '../table/read-pages.ts'
import type { Item, Key, Table } from '../table/table.ts'

/** Counts and sums by name. Sums can exceed the safe integers. */
type Numbers = Readonly<Record<string, number | bigint>>
type Nodes = Map<string, Numbers>

/** Numbers by partition and node. */
export type Counts = Map<string, Nodes>

export interface Drift {
  key: Key
  name: string
  /** Number to add to correct the count. */
  by: bigint
}

const NONE: Numbers = {}

const addNumbers = (numbers: Numbers, adds: Numbers): Numbers => {
  const sum = { ...numbers }
  for (const [name, by] of Object.entries(adds)) sum[name] = BigInt(sum[name] ?? 0) + BigInt(by)
  return sum
}

const add = (nodes: Nodes, sk: string, adds: Numbers): void => {
  const known = nodes.get(sk)
  // Most nodes count one item and share its numbers, because there can be a million of them.
  nodes.set(sk, known ? addNumbers(known, adds) : adds)
}

export const tally = (counts: Counts, derived: Derived['counts']): void => {
  for (const { key, adds } of derived) {
    const nodes: Nodes = counts.get(key.pk) ?? new Map()
    counts.set(key.pk, nodes)
    add(nodes, key.sk, adds)
  }
}

const readNumbers = ({ pk: _pk, sk: _sk, ...numbers }: Item): Numbers => numbers as Record<string, number | bigint>

const listDrifts = ({ pk, sk }: Key, stored: Numbers, expected: Numbers): Drift[] =>
  [...new Set([...Object.keys(stored), ...Object.keys(expected)])]
    .map((name) => ({ key: { pk, sk }, name, by: BigInt(expected[name] ?? 0) - BigInt(stored[name] ?? 0) }))
    .filter(({ by }) => by !== 0n)

const listDriftsOfPartition = (pk: string, stored: Nodes, expected: Nodes): Drift[] =>
  [...new Set([...stored.keys(), ...expected.keys()])].flatMap((sk) =>
    listDrifts({ pk, sk }, stored.get(sk) ?? NONE, expected.get(sk) ?? NONE),
  )

const readNodes = (items: readonly Item[]): Nodes => new Map(items.map((node) => [node.sk, readNumbers(node)]))

/** Finds counts of a whole list that differ from the expected ones. */
export const findDriftOfAll = async (db: Table, pk: string, expected: Counts): Promise<Drift[]> => {
  const missing = new Map(expected.get(pk))
  const found: Drift[] = []
  for await (const page of readPages(db, { pk }))
    for (const node of page) {
      found.push(...listDrifts(node, readNumbers(node), missing.get(node.sk) ?? NONE))
      missing.delete(node.sk)
    }
  return found.concat(listDriftsOfPartition(pk, new Map(), missing))
}

/** Finds counts of one bucket, below those of the whole list, that differ from the expected ones. */
export const countDrift = async (
  db: Table,
  bucket: string,
  partitions: ReadonlySet<string>,
  expected: Counts,
): Promise<Drift[]> => {
  const found: Drift[] = []
  for (const pk of partitions)
    for (const level of TIME_DIGITS.keys()) {
      if (level === 0) continue
      const stored = readNodes(await db.query({ pk, prefix: `${level}#${bucket}` }))
      const wanted = [...(expected.get(pk) ?? [])].filter(([sk]) => sk.startsWith(`${level}#`))
      found.push(...listDriftsOfPartition(pk, stored, new Map(wanted)))
    }
  return found
}

/** Finds total counts of a list that are not the sums of its counts one level below. */
export const findDriftAtTop = async (db: Table, pk: string): Promise<Drift[]> => {
  const readTop = () => db.query({ pk, prefix: '0#' })
  const before = await readTop()
  const sums: Nodes = new Map()
  for (const node of await db.query({ pk, prefix: '1#' })) add(sums, `0##${node.sk.split('#')[2]}`, readNumbers(node))
  // Nothing can be concluded if the counts changed meanwhile.
  if (!isDeepStrictEqual(before, await readTop())) return []
  return listDriftsOfPartition(pk, readNodes(before), sums)
}
