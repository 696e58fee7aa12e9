import type { BankEntry, BankEntryState, Proposal } from '../../../schemas/billing/bank/entry.ts'
import type { Id } from '../../platform/id.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

/** An entry as a bank's file says it. */
export type BankLine = Pick<
  BankEntry,
  | 'account'
  | 'direction'
  | 'isReversal'
  | 'amount'
  | 'currency'
  | 'bookedOn'
  | 'valueOn'
  | 'counterpartyName'
  | 'counterpartyAccount'
  | 'text'
  | 'structuredReference'
  | 'endToEndId'
  | 'bankReference'
  | 'returnReason'
>

export interface StoredBankEntry extends Omit<BankEntry, keyof Stored>, Stored {
  /** Hash by which the entry is stored once: of its account, day, direction and amount, and of its number among these. */
  entryKey: string
  /** Hash of what tells the entry from others, by the layout of each kind of file that contained it. */
  saidAs: Record<string, string>
  /** Number of confirmations, each of which records a payment of its own. */
  confirmations: number
  /** Set if the first proposal may be confirmed by the platform itself. */
  isCertain: boolean
}

export const BANK_ENTRY_MOVES = {
  propose: { from: ['open', 'proposed'], to: 'proposed' },
  withdraw: { from: ['open', 'proposed'], to: 'open' },
  confirm: { from: ['open', 'proposed'], to: 'confirmed' },
  ignore: { from: ['open', 'proposed'], to: 'ignored' },
  reopen: { from: ['confirmed', 'ignored'], to: 'open' },
} as const satisfies Moves<BankEntryState, string>

export const bankEntryUri = (id: Id) => `commerce:///billing/bank-entries/${id}`

/** Proposals for an entry, the best first. */
export interface Matches {
  proposals: Proposal[]
  isTied: boolean
  isCertain: boolean
  partnerId: Id | null
}

export const NO_MATCHES: Matches = { proposals: [], isTied: false, isCertain: false, partnerId: null }

/** Removes spaces and differences of case, which banks write differently. */
export const normalizeAccount = (account: string): string => account.replaceAll(/\s/g, '').toUpperCase()
