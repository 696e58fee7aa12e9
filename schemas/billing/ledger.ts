import * as Type from 'typebox'
import { amount, currency, date, nullable, oneOf, timestamp, ulid } from '../types.ts'
import { LEDGER_KINDS } from './statement.ts'

/** Kinds of entries of receivable accounts, which hold what partners owe. */
export const RECEIVABLE_KINDS = [
  'invoice',
  'cancellation',
  'payment',
  'fee',
  'refund',
  'credit_note',
  'reversal',
] as const
export type ReceivableKind = (typeof RECEIVABLE_KINDS)[number]

/** Kinds of entries of either account. */
export const ENTRY_KINDS = [...new Set([...RECEIVABLE_KINDS, ...LEDGER_KINDS])]

export const LEDGER_ACCOUNTS = ['receivable', 'payable'] as const

export const LedgerEntryFields = Type.Object({
  id: ulid(),
  account: oneOf(LEDGER_ACCOUNTS, {
    description:
      '`receivable`: what the partner owes you. `payable`: what you owe the partner, as its statement has it.',
  }),
  kind: oneOf(ENTRY_KINDS),
  partnerId: ulid(),
  currency: currency(),
  amount: amount({
    description: 'Minor units. Above 0 raises the balance of the account; below 0 lowers it.',
  }),
  postedOn: date({ description: 'The day of the entry in your time zone' }),
  issuedAt: timestamp({ description: 'The time of the entry' }),
  dueAt: nullable(
    timestamp({ description: 'Null in receivable accounts, and if the record is due when it is issued' }),
  ),
  recordId: ulid({
    description: 'The record that caused the entry; for an outgoing payment, the bill or settlement that it pays',
  }),
  ref: Type.String({ description: 'Resource URI of the record', examples: ['commerce:///billing/invoices/…'] }),
  number: nullable(Type.String({ description: 'Number of the record, or reference of the payment' })),
})
