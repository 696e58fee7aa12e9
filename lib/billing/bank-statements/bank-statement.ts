import type { CsvMapping } from '../../../schemas/billing/bank/csv-mapping.ts'
import type { BankBalance, BankStatement, BankStatementState } from '../../../schemas/billing/bank/statement.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { BankLine } from '../bank-entries/bank-entry.ts'

/** All that reading a CSV needs beside its content. */
export interface CsvReading {
  account: string
  mapping: CsvMapping
  openingBalance: number | null
  closingBalance: number | null
}

export interface StoredBankStatement extends Omit<BankStatement, keyof Stored>, Stored {
  /** SHA-256 of the file, so that each is imported once. */
  sha256: string
  csv: CsvReading | null
  /** Id of the entry that is stored next. Ids follow each other, so that lists have the order of the file. */
  nextEntryId: Id
}

export const BANK_STATEMENT_MOVES = {
  finish: { from: ['reading'], to: 'ready' },
} as const satisfies Moves<BankStatementState, string>

/** One statement of a file: an account, a period and its entries. */
export interface ReadStatement extends Pick<BankBalance, 'account' | 'currency' | 'statementId'> {
  openingBalance: number | null
  closingBalance: number | null
  lines: BankLine[]
}

export const MAX_STATEMENTS = 400

export const summarizeStatement = (statement: ReadStatement): BankBalance => {
  const { account, currency, statementId, openingBalance, closingBalance, lines } = statement
  const sum = (direction: BankLine['direction']) =>
    lines.reduce((total, line) => total + (line.direction === direction ? line.amount : 0), 0)
  const days = lines.map(({ bookedOn }) => bookedOn).sort()
  return {
    ...{ account, currency, statementId, from: days[0] ?? null, to: days.at(-1) ?? null },
    ...{ openingBalance, closingBalance, credits: sum('credit'), debits: sum('debit'), entryCount: lines.length },
  }
}
