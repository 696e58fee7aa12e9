import { isDeepStrictEqual } from 'node:util'
import { type Derived, TIME_DIGITS } from './entity.ts'
import type { Item, Key, Table } from './table.ts'

/** Numbers by partition, node and name. */
export type Counts = Map<string, Map<string, Map<string, number>>>

export interface Drift {
  key: Key
  name: string
  /** What is to be added for the count to be right. */
  by: number
}

const inner = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

export const tally = (counts: Counts, derived: Derived['counts']): void => {
  for (const { key, names } of derived) {
    const nodes = inner(counts, key.pk, () => new Map<string, Map<string, number>>())
    const node = inner(nodes, key.sk, () => new Map<string, number>())
    for (const name of names) node.set(name, (node.get(name) ?? 0) + 1)
  }
}

const numbersOf = ({ pk: _pk, sk: _sk, ...numbers }: Item) => new Map(Object.entries(numbers as Record<string, number>))

/** Where the counts of a list, all of them, are not what was counted. */
export const wholeDrift = async (db: Table, pk: string, expected: Counts): Promise<Drift[]> => {
  const stored = new Map((await db.query({ pk })).map((node) => [node.sk, numbersOf(node)]))
  const wanted = expected.get(pk) ?? new Map<string, Map<string, number>>()
  return [...new Set([...stored.keys(), ...wanted.keys()])].flatMap((sk) =>
    drifts({ pk, sk }, stored.get(sk) ?? new Map(), wanted.get(sk) ?? new Map()),
  )
}

const drifts = (key: Key, stored: ReadonlyMap<string, number>, expected: ReadonlyMap<string, number>): Drift[] =>
  [...new Set([...stored.keys(), ...expected.keys()])]
    .map((name) => ({ key, name, by: (expected.get(name) ?? 0) - (stored.get(name) ?? 0) }))
    .filter(({ by }) => by !== 0)

/** Where the counts of one stretch of time, below the whole list's, are not what was counted. */
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
      const nodes = await db.query({ pk, prefix: `${level}#${bucket}` })
      const stored = new Map(nodes.map((node) => [node.sk, numbersOf(node)]))
      const wanted = [...(expected.get(pk) ?? [])].filter(([sk]) => sk.startsWith(`${level}#`))
      const all = new Set([...stored.keys(), ...wanted.map(([sk]) => sk)])
      for (const sk of all)
        found.push(...drifts({ pk, sk }, stored.get(sk) ?? new Map(), expected.get(pk)?.get(sk) ?? new Map()))
    }
  return found
}

/** Where a list's counts of all are not the sums of its counts one level down. */
export const topDrift = async (db: Table, pk: string): Promise<Drift[]> => {
  const top = () => db.query({ pk, prefix: '0#' })
  const before = await top()
  const sums = new Map<string, Map<string, number>>()
  for (const node of await db.query({ pk, prefix: '1#' })) {
    const sum = inner(sums, `0##${node.sk.split('#')[2]}`, () => new Map<string, number>())
    for (const [name, number] of numbersOf(node)) sum.set(name, (sum.get(name) ?? 0) + number)
  }
  // Written to meanwhile: nothing can be said now.
  if (!isDeepStrictEqual(before, await top())) return []
  const stored = new Map(before.map((node) => [node.sk, numbersOf(node)]))
  return [...new Set([...stored.keys(), ...sums.keys()])].flatMap((sk) =>
    drifts({ pk, sk }, stored.get(sk) ?? new Map(), sums.get(sk) ?? new Map()),
  )
}
