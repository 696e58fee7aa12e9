import { isDeepStrictEqual } from 'node:util'
import type { Derived } from './entity.ts'
import { TIME_DIGITS } from './order.ts'
import type { Item, Key, Table } from './table.ts'

/** Numbers by partition, node and name; sums may be larger than a number holds exactly. */
type Numbers = Map<string, bigint>
export type Counts = Map<string, Map<string, Numbers>>

export interface Drift {
  key: Key
  name: string
  /** What is to be added for the count to be right. */
  by: bigint
}

const inner = <V>(map: Map<string, V>, key: string, make: () => V): V => {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

export const tally = (counts: Counts, derived: Derived['counts']): void => {
  for (const { key, adds } of derived) {
    const nodes = inner(counts, key.pk, () => new Map<string, Numbers>())
    const node = inner(nodes, key.sk, (): Numbers => new Map())
    for (const [name, by] of Object.entries(adds)) node.set(name, (node.get(name) ?? 0n) + BigInt(by))
  }
}

const numbersOf = ({ pk: _pk, sk: _sk, ...numbers }: Item): Numbers =>
  new Map(Object.entries(numbers as Record<string, number | bigint>).map(([name, value]) => [name, BigInt(value)]))

/** Where the counts of a list, all of them, are not what was counted. */
export const wholeDrift = async (db: Table, pk: string, expected: Counts): Promise<Drift[]> => {
  const stored = new Map((await db.query({ pk })).map((node) => [node.sk, numbersOf(node)]))
  const wanted = expected.get(pk) ?? new Map<string, Numbers>()
  return [...new Set([...stored.keys(), ...wanted.keys()])].flatMap((sk) =>
    drifts({ pk, sk }, stored.get(sk) ?? new Map(), wanted.get(sk) ?? new Map()),
  )
}

const drifts = (key: Key, stored: Numbers, expected: Numbers): Drift[] =>
  [...new Set([...stored.keys(), ...expected.keys()])]
    .map((name) => ({ key, name, by: (expected.get(name) ?? 0n) - (stored.get(name) ?? 0n) }))
    .filter(({ by }) => by !== 0n)

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
  const sums = new Map<string, Numbers>()
  for (const node of await db.query({ pk, prefix: '1#' })) {
    const sum = inner(sums, `0##${node.sk.split('#')[2]}`, (): Numbers => new Map())
    for (const [name, number] of numbersOf(node)) sum.set(name, (sum.get(name) ?? 0n) + number)
  }
  // Written to meanwhile: nothing can be said now.
  if (!isDeepStrictEqual(before, await top())) return []
  const stored = new Map(before.map((node) => [node.sk, numbersOf(node)]))
  return [...new Set([...stored.keys(), ...sums.keys()])].flatMap((sk) =>
    drifts({ pk, sk }, stored.get(sk) ?? new Map(), sums.get(sk) ?? new Map()),
  )
}
