import type { Day } from '../../platform/calendar/day.ts'
import type { ForeignTax } from './accounts.ts'

/** One row of a posting batch. */
export interface DatevPosting {
  /** Minor units of EUR, above 0. */
  amount: number
  /** Debit (`S`) or credit (`H`) of `account`. */
  side: 'S' | 'H'
  account: string
  contraAccount: string
  /** Tax key of the contra account; empty on accounts that compute the tax by themselves. */
  taxKey: string
  /** Tax of another member state, which the key computes. */
  foreign?: ForeignTax | null
  /** VAT id of a buyer whom the recapitulative statement names. */
  buyerVatId?: string | null
  /** Why the tenant owes the tax of a supply, where the key leaves that open. */
  shiftedCase?: string
  /** Day of the supply, in whose period the tax is owed. */
  supplyDay?: Day | null
  day: Day
  /** Number by which DATEV matches open items: that of the invoice, also for what pays or credits it. */
  documentNumber: string
  text: string
}

type Booked = Omit<DatevPosting, 'amount'>

const OTHER_SIDE = { S: 'H', H: 'S' } as const

/** Builds the posting of an amount: one below 0 is posted on the other side, and 0 is not posted. */
export const post = (amount: number, { side, ...rest }: Booked): DatevPosting[] => {
  if (!amount) return []
  return [{ ...rest, amount: Math.abs(amount), side: amount < 0 ? OTHER_SIDE[side] : side }]
}

/** Builds the postings that take others back on another day. */
export const reversePostings = (postings: readonly DatevPosting[], day: Day): DatevPosting[] =>
  postings.map((posting) => ({ ...posting, side: OTHER_SIDE[posting.side], day }))

/** Adds up postings from the side of their accounts: debits less credits. */
export const sumPostings = (postings: readonly DatevPosting[]): number =>
  postings.reduce((sum, { amount, side }) => sum + (side === 'S' ? amount : -amount), 0)

/** Throws unless the postings of a document add up to its total. A batch that does not agree must not reach the books. */
export const requireAgreement = (
  postings: readonly DatevPosting[],
  total: number,
  documentNumber: string,
): DatevPosting[] => {
  if (sumPostings(postings) !== total)
    throw new Error(`the postings of ${documentNumber} add up to ${sumPostings(postings)}, not to ${total}`)
  return [...postings]
}
