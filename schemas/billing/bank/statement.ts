import type { Static } from 'typebox'
import * as Type from 'typebox'
import { resource } from '../../resource.ts'
import { amount, currency, date, id, input, nullable, oneOf, timestamp, ulid } from '../../types.ts'
import { CsvMapping } from './csv-mapping.ts'

export const BANK_STATEMENT_STATES = ['reading', 'ready'] as const
export type BankStatementState = (typeof BANK_STATEMENT_STATES)[number]

export const BANK_STATEMENT_FORMATS = ['camt052', 'camt053', 'csv'] as const
export type BankStatementFormat = (typeof BANK_STATEMENT_FORMATS)[number]

const count = (description: string) => Type.Integer({ minimum: 0, description })

const Balance = Type.Object({
  account: Type.String({ description: 'IBAN or other number of the account', examples: ['DE89370400440532013000'] }),
  currency: currency(),
  statementId: nullable(Type.String({ description: "The bank's id of the statement, which may recur every year" })),
  from: nullable(date({ description: 'Day of the first entry' })),
  to: nullable(date({ description: 'Day of the last entry' })),
  openingBalance: nullable(amount({ description: 'Minor units; null if the file does not say' })),
  closingBalance: nullable(amount({ description: 'Minor units; null if the file does not say' })),
  credits: amount({ description: 'Sum of the entries that reached the account' }),
  debits: amount({ description: 'Sum of the entries that left the account' }),
  entryCount: count('Number of entries'),
})
export type BankBalance = Static<typeof Balance>

export const BankStatement = resource('BankStatement', '/api/billing/bank-statements/{id}', {
  id: ulid(),
  fileId: ulid(),
  fileName: Type.String({ examples: ['2026-03.xml'] }),
  format: oneOf(BANK_STATEMENT_FORMATS),
  status: oneOf(BANK_STATEMENT_STATES, {
    description: '`reading` until all entries of the file are stored, then `ready`',
  }),
  balances: Type.Array(Balance, { description: 'Statements that the file contains, in its order' }),
  entryCount: count('Number of entries in the file'),
  readCount: count('Number of entries that were read so far'),
  addedCount: count('Number of entries that were stored'),
  knownCount: count('Number of entries that an earlier file contained already'),
  createdAt: timestamp(),
  updatedAt: timestamp(),
})
export type BankStatement = Static<typeof BankStatement.fields>

export const iban = (options: object = {}) =>
  Type.String({
    pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$',
    title: 'an IBAN without spaces',
    examples: ['DE89370400440532013000'],
    ...options,
  })

const Csv = Type.Object(
  {
    account: iban({ description: 'Account of the statement, which a CSV does not name' }),
    mappingId: Type.Optional(nullable(id({ description: 'Id of a mapping; instead of `mapping`' }))),
    mapping: Type.Optional(CsvMapping),
    openingBalance: Type.Optional(
      nullable(
        amount({ description: 'Minor units; with `closingBalance`, the entries must add up to the difference' }),
      ),
    ),
    closingBalance: Type.Optional(nullable(amount({ description: 'Minor units' }))),
  },
  { additionalProperties: false },
)

export const CreateBankStatementInput = input({
  fileId: id({ description: 'Id of a file with the purpose `bank_statement` that is ready' }),
  format: oneOf(BANK_STATEMENT_FORMATS),
  csv: Type.Optional({ ...Csv, description: 'Required for a CSV, and only then' }),
})
export type CreateBankStatementInput = Static<typeof CreateBankStatementInput>
