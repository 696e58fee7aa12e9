import type { BankLine } from '../../bank-entries/bank-entry.ts'
import { foldName, foldText } from './hash-traits.ts'

/** No bank cuts names shorter than this. */
const MIN_CUT_NAME = 20

const isSame = (a: string | null, b: string | null) => a !== null && b !== null && foldText(a) === foldText(b)
const isOther = (a: string | null, b: string | null) => a !== null && b !== null && foldText(a) !== foldText(b)

const isSameName = (a: string, b: string): boolean => {
  const [short = '', long = ''] = [foldName(a), foldName(b)].sort((one, other) => one.length - other.length)
  return short === long || (short.length >= MIN_CUT_NAME && long.startsWith(short))
}

/** Two files of which one has only accounts and the other only names do not say that a payer is the same. */
const isSameParty = (a: BankLine, b: BankLine): boolean => {
  if (a.counterpartyAccount !== null && b.counterpartyAccount !== null)
    return a.counterpartyAccount === b.counterpartyAccount
  if (a.counterpartyName !== null && b.counterpartyName !== null)
    return isSameName(a.counterpartyName, b.counterpartyName)
  return [a, b].some((line) => line.counterpartyAccount === null && line.counterpartyName === null)
}

const isSign = (character: string | undefined) => character === undefined || !/[\p{L}\p{N}]/u.test(character)

/** Tells whether the text contains the other as whole words, whatever white space is between and within them. */
const containsText = (text: string, part: string): boolean => {
  const letters = [...text.normalize('NFC').toUpperCase()]
  const at = letters.flatMap((letter, i) => (/\s/.test(letter) ? [] : [i]))
  const plain = at.map((i) => letters[i])
  const wanted = [...foldText(part)]
  const isBoundary = (i: number) =>
    isSign(letters[(at[i] ?? letters.length) - 1]) || isSign(plain[i]) || isSign(plain[i - 1])
  return plain.some(
    (_, from) =>
      wanted.every((letter, i) => plain[from + i] === letter) && isBoundary(from) && isBoundary(from + wanted.length),
  )
}

const isSameText = (a: string | null, b: string | null): boolean => {
  if (a === null || b === null) return true
  const [plainA, plainB] = [foldText(a), foldText(b)]
  if (plainA === plainB) return true
  return plainA.includes(plainB) ? containsText(a, b) : plainB.includes(plainA) && containsText(b, a)
}

/**
 * Compares two lines of one bucket that are of different layouts, by what both say. Returns undefined if they are two
 * entries, and otherwise how well they agree.
 */
export const compareLines = (a: BankLine, b: BankLine): number | undefined => {
  if (!isSameParty(a, b) || isOther(a.bankReference, b.bankReference)) return undefined
  const isSameReference = isSame(a.bankReference, b.bankReference)
  const differs =
    isOther(a.endToEndId, b.endToEndId) ||
    isOther(a.structuredReference, b.structuredReference) ||
    (a.valueOn !== null && b.valueOn !== null && a.valueOn !== b.valueOn) ||
    !isSameText(a.text, b.text)
  if (differs && !isSameReference) return undefined
  const agreements: readonly (keyof BankLine)[] = ['counterpartyAccount', 'counterpartyName', 'endToEndId', 'text']
  const agreed = agreements.filter((name) => isSame(a[name] as string | null, b[name] as string | null)).length
  return (isSameReference ? agreements.length + 1 : 0) + agreed
}

const COMPLETED = [
  ...['counterpartyName', 'counterpartyAccount', 'valueOn', 'text', 'endToEndId', 'structuredReference'],
  ...['bankReference', 'returnReason'],
] as const satisfies readonly string[]

/** Returns what a line says of an entry that was not said before. */
export const completeLine = (entry: BankLine, line: BankLine): Partial<BankLine> => {
  const names = COMPLETED as readonly (keyof BankLine)[]
  return Object.fromEntries(
    names.filter((name) => entry[name] === null && line[name] !== null).map((name) => [name, line[name]]),
  )
}
