/** A piece of work that appended to lists and read lists, all at one moment. */
export interface Transaction {
  name: string
  /** Elements that it appended, by list; no element is appended twice. */
  appends: readonly { list: string; element: string }[]
  /** Elements that it saw, by list, in their order. */
  reads: readonly { list: string; elements: readonly string[] }[]
  /** `unknown` if its client got no answer, `refused` if it was told that nothing was appended. */
  outcome: 'done' | 'refused' | 'unknown'
  called: number
  /** Infinite without an answer. */
  returned: number
}

/**
 * Reasons for one transaction to come before another: its element comes before the other's, the other has seen its element,
 * it has not seen the other's element, or it had ended when the other began.
 */
const REASONS = ['written before', 'seen by', 'blind to', 'ended before'] as const
type Reason = (typeof REASONS)[number]

interface Edge {
  to: number
  reason: Reason
}

/** Names of the weakest set of reasons that closes a cycle. */
const CYCLES: readonly [string, readonly Reason[]][] = [
  ['dirty write', ['written before']],
  ['circular information', ['written before', 'seen by']],
  ['skew', ['written before', 'seen by', 'blind to']],
  ['stale order', REASONS],
]

const listNames = (transactions: readonly Transaction[]): string[] => [
  ...new Set(transactions.flatMap(({ appends, reads }) => [...appends, ...reads].map(({ list }) => list))),
]

const listReads = (transactions: readonly Transaction[], name: string) =>
  transactions.flatMap(({ reads }, reader) =>
    reads.flatMap(({ list, elements }) => (list === name ? [{ reader, elements }] : [])),
  )

type Writers = ReadonlyMap<string, number>

/** Returns the transaction that appended each element of a list. */
const mapWriters = (transactions: readonly Transaction[], name: string): Writers =>
  new Map(
    transactions.flatMap(({ appends }, writer) =>
      appends.flatMap(({ list, element }) => (list === name ? [[element, writer] as const] : [])),
    ),
  )

const findLongest = (reads: readonly { elements: readonly string[] }[]): readonly string[] =>
  reads.reduce<readonly string[]>(
    (longest, { elements }) => (elements.length > longest.length ? elements : longest),
    [],
  )

/** Finds reads that no order of transactions explains, whatever the others saw. */
const findWrongReads = (transactions: readonly Transaction[], name: string, writers: Writers): string[] => {
  const reads = listReads(transactions, name)
  const longest = findLongest(reads)
  return reads.flatMap(({ reader, elements }) => {
    const found: string[] = []
    const about = `${transactions[reader]?.name} read of ${name}`
    if (new Set(elements).size < elements.length) found.push(`duplicate append: ${about} an element twice`)
    for (const element of elements) {
      const writer = transactions[writers.get(element) ?? -1]
      if (!writer) found.push(`unknown element: ${about} ${element}, which nobody appended`)
      else if (writer.outcome === 'refused') found.push(`dirty read: ${about} ${element}, which was refused`)
    }
    if (elements.some((element, place) => longest[place] !== element))
      found.push(`contradiction: ${about} ${elements}, and another read ${longest}`)
    return found
  })
}

/** Returns what the reads of a list say about the order of transactions. */
const findEdges = (transactions: readonly Transaction[], name: string, writers: Writers): [number, Edge][] => {
  const reads = listReads(transactions, name)
  const seen = findLongest(reads)
  // Nobody knows the order of unseen elements, but each comes after all that were seen.
  const unseen = [...writers].flatMap(([element, writer]) =>
    seen.includes(element) || transactions[writer]?.outcome !== 'done' ? [] : [writer],
  )
  const writerAt = (place: number) => writers.get(seen[place] ?? '')
  const edges: [number, Edge][] = []
  const add = (from: number | undefined, reason: Reason, to: number | undefined) => {
    if (from !== undefined && to !== undefined && from !== to) edges.push([from, { to, reason }])
  }
  for (const place of seen.keys()) add(writerAt(place - 1), 'written before', writerAt(place))
  for (const writer of unseen) add(writerAt(seen.length - 1), 'written before', writer)
  for (const { reader, elements } of reads) {
    add(writerAt(elements.length - 1), 'seen by', reader)
    if (elements.length < seen.length) add(reader, 'blind to', writerAt(elements.length))
    for (const writer of unseen) add(reader, 'blind to', writer)
  }
  return edges
}

/** Finds the shortest way from a transaction back to itself. */
const findCycle = (edges: readonly (readonly Edge[])[], start: number, allowed: readonly Reason[]) => {
  const ways: { at: number; way: readonly Edge[] }[] = [{ at: start, way: [] }]
  const reached = new Set<number>()
  for (const { at, way } of ways)
    for (const edge of edges[at] ?? []) {
      if (!allowed.includes(edge.reason) || reached.has(edge.to)) continue
      if (edge.to === start) return [...way, edge]
      reached.add(edge.to)
      ways.push({ at: edge.to, way: [...way, edge] })
    }
  return undefined
}

/**
 * Finds what cannot be if transactions took place one after another, each between its call and its return. As in Elle, the
 * order in which elements stand in lists says which transactions precede which others, and a cycle is an anomaly.
 */
export const findAnomalies = (transactions: readonly Transaction[]): string[] => {
  const edges: Edge[][] = transactions.map(() => [])
  const wrong: string[] = []
  for (const name of listNames(transactions)) {
    const writers = mapWriters(transactions, name)
    wrong.push(...findWrongReads(transactions, name, writers))
    for (const [from, edge] of findEdges(transactions, name, writers)) edges[from]?.push(edge)
  }
  if (wrong.length) return wrong
  for (const [from, { returned }] of transactions.entries())
    for (const [to, { called }] of transactions.entries())
      if (returned < called) edges[from]?.push({ to, reason: 'ended before' })
  for (const [name, allowed] of CYCLES)
    for (const start of transactions.keys()) {
      const cycle = findCycle(edges, start, allowed)
      if (!cycle) continue
      const told = cycle.map(({ reason, to }) => `${reason} ${transactions[to]?.name}`)
      return [`${name}: ${transactions[start]?.name} ${told.join(', ')}`]
    }
  return []
}
