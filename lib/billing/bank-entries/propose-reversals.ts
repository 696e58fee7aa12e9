import type { MatchReason, Proposal } from '../../../schemas/billing/bank/entry.ts'
import { foldBankReference } from '../../platform/identifiers/bank-reference.ts'
import type { BankLine, Matches, StoredBankEntry } from './bank-entry.ts'
import { decidePartner, MAX_PROPOSALS } from './propose-payments.ts'

/** A confirmed entry whose payment may have been returned, and why it was looked up. */
export interface ReturnCandidate {
  entry: StoredBankEntry
  partnerName: string
  reason: Extract<MatchReason, 'invoice_number' | 'partner_account' | 'partner_name'>
}

type Returned = Pick<BankLine, 'amount' | 'currency' | 'bookedOn' | 'endToEndId'>

const isSameReference = (one: string | null, other: string | null) =>
  one !== null && other !== null && foldBankReference(one) === foldBankReference(other)

const isPossible = (line: Returned, { entry }: ReturnCandidate): boolean =>
  entry.paymentId !== null &&
  entry.amount === line.amount &&
  entry.currency === line.currency &&
  entry.bookedOn <= line.bookedOn &&
  (entry.endToEndId === null || line.endToEndId === null || isSameReference(entry.endToEndId, line.endToEndId))

const propose = (line: Returned, { entry, partnerName, reason }: ReturnCandidate): Proposal => ({
  kind: 'reversal',
  reasons: [
    ...(isSameReference(entry.endToEndId, line.endToEndId) ? (['end_to_end_id'] as const) : []),
    reason,
    'exact_amount',
  ],
  isExact: true,
  partnerId: entry.partnerId as string,
  partnerName,
  allocations: [],
  unallocatedAmount: 0,
  paymentId: entry.paymentId,
  paymentRunItemId: null,
})

const isByEndToEndId = ({ reasons }: Proposal) => reasons[0] === 'end_to_end_id'

/**
 * Proposes which payment a returned direct debit or a reversal took back: of the same amount, not later, and with the same
 * reference if both have one. The platform never confirms these itself.
 */
export const proposeReversals = (line: Returned, candidates: readonly ReturnCandidate[]): Matches => {
  const possible = new Map(
    candidates.filter((each) => isPossible(line, each)).map((each) => [each.entry.paymentId, each] as const),
  )
  const newestFirst = [...possible.values()].sort(({ entry: a }, { entry: b }) => (a.id < b.id ? 1 : -1))
  const all = newestFirst.map((each) => propose(line, each))
  const sorted = [...all.filter(isByEndToEndId), ...all.filter((each) => !isByEndToEndId(each))]
  const [first, second] = sorted
  const isTied = first !== undefined && second !== undefined && isByEndToEndId(first) === isByEndToEndId(second)
  const proposals = sorted.slice(0, MAX_PROPOSALS)
  return { proposals, isTied, isCertain: false, partnerId: decidePartner(proposals, isTied) }
}
