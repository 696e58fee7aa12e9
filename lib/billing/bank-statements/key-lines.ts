import { createHash } from 'node:crypto'
import type { BankLine } from '../bank-entries/bank-entry.ts'

export interface KeyedLine {
  key: string
  line: BankLine
}

const hash = (parts: readonly unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** Lists what tells an entry from others: the bank's reference, or its content where the bank gives none. */
const listTraits = (line: BankLine): unknown[] => {
  const { account, bookedOn, direction, amount, currency, bankReference, endToEndId, valueOn, text } = line
  const common = [account, bookedOn, direction, amount, currency]
  return bankReference === null ? [...common, valueOn, endToEndId, text] : [...common, bankReference]
}

/**
 * Gives each entry a key that is the same in every file that contains it. Entries that nothing tells apart are counted, so
 * that two equal payments of one day stay two.
 */
export const keyLines = (lines: readonly BankLine[]): KeyedLine[] => {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const traits = hash(listTraits(line))
    const ordinal = seen.get(traits) ?? 0
    seen.set(traits, ordinal + 1)
    return { key: hash([traits, ordinal]), line }
  })
}
