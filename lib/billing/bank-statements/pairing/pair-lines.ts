import type { BankLine } from '../../bank-entries/bank-entry.ts'
import { compareLines } from './compare-lines.ts'

/** An entry that is stored, with the hash of its traits in each layout in which a file said it. */
export type KnownLine = BankLine & { saidAs: Readonly<Record<string, string>> }

/** A line of a file with the hash of its traits. */
export interface FileLine {
  line: BankLine
  traits: string
}

interface Choice<E> {
  entry: E
  agreement: number
}

/** Gives each line one of its choices, so that as many as possible have one. Lines that were given one keep some. */
const assign = <E>(choices: ReadonlyMap<number, readonly Choice<E>[]>): Map<number, E> => {
  const takenBy = new Map<E, number>()
  const give = (line: number, tried: Set<E>): boolean =>
    (choices.get(line) ?? []).some(({ entry }) => {
      if (tried.has(entry)) return false
      tried.add(entry)
      const other = takenBy.get(entry)
      if (other !== undefined && !give(other, tried)) return false
      takenBy.set(entry, line)
      return true
    })
  const best = (line: number) => choices.get(line)?.[0]?.agreement ?? 0
  for (const line of [...choices.keys()].sort((a, b) => best(b) - best(a) || a - b)) give(line, new Set())
  return new Map([...takenBy].map(([entry, line]) => [line, entry]))
}

/**
 * Pairs the lines of a file with the entries that are stored, all of one bucket, whatever the order of either. Returns for
 * each line its entry, or undefined if it is a new one. A line is first an entry that a file of its layout said in the same
 * way, each once, so that two equal payments stay two; and then an entry that only files of other layouts said so far, if it
 * agrees in all that both say.
 */
export const pairLines = <E extends KnownLine>(
  layout: string,
  lines: readonly FileLine[],
  entries: readonly E[],
): (E | undefined)[] => {
  const byTraits = Map.groupBy(entries, ({ saidAs }) => saidAs[layout])
  const paired = lines.map(({ traits }) => byTraits.get(traits)?.shift())
  const others = entries.filter(({ saidAs }) => saidAs[layout] === undefined)
  const choices = new Map<number, readonly Choice<E>[]>()
  if (others.length)
    for (const [i, { line }] of lines.entries())
      if (!paired[i])
        choices.set(
          i,
          others
            .flatMap((entry) => ({ entry, agreement: compareLines(line, entry) }))
            .filter((choice): choice is Choice<E> => choice.agreement !== undefined)
            .sort((a, b) => b.agreement - a.agreement),
        )
  const assigned = assign(choices)
  return lines.map((_, i) => paired[i] ?? assigned.get(i))
}
