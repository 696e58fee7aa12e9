import { formatDecimal } from '../../../platform/money/minor-units.ts'
import type { BankLine } from '../../bank-entries/bank-entry.ts'
import type { ReadStatement } from '../bank-statement.ts'

const turn = (line: BankLine): BankLine =>
  line.isReversal ? { ...line, direction: line.direction === 'credit' ? 'debit' : 'credit' } : line

const sumSigned = (lines: readonly BankLine[]): bigint =>
  lines.reduce((sum, { direction, amount }) => sum + BigInt(direction === 'credit' ? amount : -amount), 0n)

/**
 * Requires that the opening balance and the entries add up to the closing balance. Banks disagree whether a reversal is
 * marked with its own sign or with that of the entry that it reverses, so both are tried and the balances decide.
 */
export const checkBalances = (statement: ReadStatement): { lines: BankLine[] } | { fault: string } => {
  const { account, currency, openingBalance: opening, closingBalance: closing, lines } = statement
  if (opening === null || closing === null) return { lines }
  const difference = BigInt(closing) - BigInt(opening)
  if (sumSigned(lines) === difference) return { lines }
  const turned = lines.map(turn)
  if (sumSigned(turned) === difference) return { lines: turned }
  const format = (amount: number) => `${formatDecimal(amount, currency)} ${currency}`
  const total = Number(sumSigned(lines))
  return {
    fault: `The opening balance of ${account}, ${format(opening)}, and its entries, ${format(total)}, add up to ${format(opening + total)}, but the closing balance is ${format(closing)}.`,
  }
}
