import type { Refund } from './match-refunds.ts'
import type { EarnedLine } from './measure-earned.ts'

/** The pieces of one line that a refund names, and the amount that it gave back for them. */
interface Named {
  line: EarnedLine
  pieces: number
  amount: number
}

const isNamed = (line: EarnedLine | undefined): line is EarnedLine => line !== undefined

/** Lists by line what a refund names; the amount of a return is divided by what its pieces cost. */
const listNamed = (lines: readonly EarnedLine[], { amount, byLine, returned }: Refund): Named[] => {
  const find = (orderLine: number) => lines.find((line) => line.orderLine === orderLine)
  if (!returned)
    return [...byLine].flatMap(([orderLine, own]) => {
      const line = find(orderLine)
      return line ? [{ line, ...own }] : []
    })
  const pieces = Object.entries(returned.pieces).map(([orderLine, count]) => [find(Number(orderLine)), count] as const)
  const known = pieces.flatMap(([line, count]) =>
    isNamed(line) ? [{ line, pieces: count, cost: (line.value / line.quantity) * count }] : [],
  )
  const all = known.reduce((sum, { cost }) => sum + cost, 0)
  return known.map(({ cost, ...own }) => ({ ...own, amount: all ? Math.floor((amount * cost) / all) : 0 }))
}

/** Takes so many pieces of one kind from a line, and returns how many there were. */
const takeOf = (line: EarnedLine, kind: 'cancelled' | 'pending' | 'earned', most: number): number => {
  const taken = Math.min(line[kind], most)
  line[kind] -= taken
  return taken
}

/** Takes the pieces of a refund from a line; returns what of the amount is for those that are not earned. */
const takeNamed = ({ line, pieces, amount }: Named, hasLeft: boolean): number => {
  if (pieces <= 0) return 0
  // What came back had left. The shop may also name pieces that were cancelled or never sent.
  const early = (hasLeft ? 0 : takeOf(line, 'cancelled', pieces)) + takeOf(line, 'pending', pieces)
  const later = Math.max(0, pieces - early)
  const unsent = hasLeft ? 0 : later - takeOf(line, 'earned', later)
  const unearned = Math.min(pieces, early + unsent)
  return Math.floor(Math.min((amount * unearned) / pieces, (line.value / line.quantity) * unearned))
}

/**
 * Returns what of a refund was never given to the seller, because it is for pieces that are not earned, and takes these pieces
 * out of the lines. An amount that names no pieces is for cancelled ones, while there are any.
 */
export const takeUnearned = (lines: readonly EarnedLine[], refund: Refund): number => {
  if (refund.amount <= 0) return 0
  const named = listNamed(lines, refund)
  const ofNamed = named.reduce((sum, each) => sum + takeNamed(each, refund.returned !== undefined), 0)
  let unnamed = refund.returned ? 0 : refund.amount - named.reduce((sum, { amount }) => sum + amount, 0)
  let ofUnnamed = 0
  for (const line of lines) {
    const perPiece = line.value / line.quantity
    const taken = Math.max(0, Math.min(Math.floor(unnamed), Math.round(line.cancelled * perPiece)))
    if (taken) line.cancelled -= taken / perPiece
    unnamed -= taken
    ofUnnamed += taken
  }
  return Math.min(refund.amount, ofNamed + ofUnnamed)
}
