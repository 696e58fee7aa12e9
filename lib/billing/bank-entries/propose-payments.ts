import { MAX_ALLOCATIONS, type MatchReason, type Proposal } from '../../../schemas/billing/bank/entry.ts'
import type { Id } from '../../platform/id.ts'
import type { BankLine, Matches } from './bank-entry.ts'
import type { Reference } from './find-references.ts'

/** An invoice of which an amount is open. */
export interface OpenInvoice {
  id: Id
  number: string
  partnerId: Id
  partnerName: string
  currency: string
  openAmount: number
  dueDate: string
}

/** Invoices and partners found for an entry, each invoice by the reason for which it was looked up. */
export interface Candidates {
  named: readonly { invoice: OpenInvoice; reason: Reference['reason'] }[]
  /** Open invoices of the partners who paid from this account before. */
  ofAccount: readonly OpenInvoice[]
  /** Open invoices of partners with the name of the payer. */
  ofName: readonly OpenInvoice[]
}

export const MAX_PROPOSALS = 10

/** Number of a partner's oldest invoices that one payment may settle together. */
export const MAX_SUMMED = 10

/** Kinds of proposals, the strongest first. Those of one tier and equally exact are a tie. */
const TIERS: Record<MatchReason, number> = {
  end_to_end_id: 1,
  structured_reference: 2,
  invoice_number: 2,
  partner_account: 3,
  sum_of_invoices: 4,
  partner_name: 5,
  exact_amount: 6,
}
const MAX_CERTAIN_TIER = 2

interface Ranked {
  tier: number
  proposal: Proposal
  /** Due date of its first invoice. */
  dueDate: string
}

const compareInvoices = (a: OpenInvoice, b: OpenInvoice) =>
  a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0

/** Pays the invoices in their order until the amount is used up. */
const allocate = (amount: number, invoices: readonly OpenInvoice[]) => {
  let left = amount
  const allocations = invoices.flatMap(({ id, number, openAmount }) => {
    const part = Math.min(left, openAmount)
    left -= part
    return part > 0 ? [{ invoiceId: id, invoiceNumber: number, amount: part }] : []
  })
  return { allocations, unallocatedAmount: left }
}

const rank = (amount: number, invoices: readonly OpenInvoice[], tier: number, reasons: MatchReason[]): Ranked => {
  const [first] = invoices as [OpenInvoice, ...OpenInvoice[]]
  const isExact = invoices.reduce((sum, { openAmount }) => sum + openAmount, 0) === amount
  return {
    tier,
    dueDate: first.dueDate,
    proposal: {
      ...{ kind: 'payment', reasons: [...reasons, ...(isExact ? (['exact_amount'] as const) : [])], isExact },
      ...{ partnerId: first.partnerId, partnerName: first.partnerName, ...allocate(amount, invoices) },
      ...{ paymentId: null, paymentRunItemId: null },
    },
  }
}

const groupByPartner = (invoices: readonly OpenInvoice[]): OpenInvoice[][] => {
  const unique = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  return [...Map.groupBy([...unique.values()].sort(compareInvoices), ({ partnerId }) => partnerId).values()]
}

/** Proposes the invoices that the entry names, together and, at the exact amount, each alone. */
const rankNamed = (amount: number, named: Candidates['named']): Ranked[] => {
  const reasonOf = new Map<Id, Reference['reason']>()
  for (const { invoice, reason } of named) {
    const known = reasonOf.get(invoice.id)
    if (!known || TIERS[reason] < TIERS[known]) reasonOf.set(invoice.id, reason)
  }
  const describe = (invoices: readonly OpenInvoice[]) => {
    const reasons = [...new Set(invoices.map(({ id }) => reasonOf.get(id) as Reference['reason']))]
    return { tier: Math.max(...reasons.map((reason) => TIERS[reason])), reasons }
  }
  return groupByPartner(named.map(({ invoice }) => invoice)).flatMap((invoices) => {
    const alone = invoices.length > 1 ? invoices.filter(({ openAmount }) => openAmount === amount) : []
    return [invoices.slice(0, MAX_ALLOCATIONS), ...alone.map((invoice) => [invoice])].map((each) => {
      const { tier, reasons } = describe(each)
      return rank(amount, each, tier, reasons)
    })
  })
}

const rankExact = (amount: number, invoices: readonly OpenInvoice[], reason: MatchReason): Ranked[] =>
  groupByPartner(invoices)
    .flat()
    .filter(({ openAmount }) => openAmount === amount)
    .map((invoice) => rank(amount, [invoice], TIERS[reason], [reason]))

/** Proposes the oldest invoices of a partner that add up to the amount, two or more. */
const rankSums = (amount: number, invoices: readonly OpenInvoice[]): Ranked[] =>
  groupByPartner(invoices).flatMap((own) => {
    let sum = 0
    for (const [i, { openAmount }] of own.slice(0, MAX_SUMMED).entries()) {
      sum += openAmount
      if (sum === amount && i > 0)
        return [rank(amount, own.slice(0, i + 1), TIERS.sum_of_invoices, ['partner_account', 'sum_of_invoices'])]
    }
    return []
  })

const identify = ({ proposal }: Ranked) =>
  proposal.allocations
    .map(({ invoiceId }) => invoiceId)
    .sort()
    .join()

const compareRanked = (a: Ranked, b: Ranked) =>
  a.tier - b.tier ||
  Number(b.proposal.isExact) - Number(a.proposal.isExact) ||
  (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0) ||
  (identify(a) < identify(b) ? -1 : 1)

/** Joins proposals of the same invoices, which then have the reasons of all. */
const joinSame = (ranked: readonly Ranked[]): Ranked[] =>
  [...Map.groupBy(ranked, identify).values()].map((same) => {
    const [best, ...others] = same.sort(compareRanked) as [Ranked, ...Ranked[]]
    const reasons = new Set([best, ...others].flatMap(({ proposal }) => proposal.reasons))
    return { ...best, proposal: { ...best.proposal, reasons: [...reasons].sort((a, b) => TIERS[a] - TIERS[b]) } }
  })

/** Returns the partner of the first proposal, or of all if the first is tied; null if that leaves a choice. */
export const decidePartner = (proposals: readonly Proposal[], isTied: boolean): Id | null => {
  const partners = new Set((isTied ? proposals : proposals.slice(0, 1)).map(({ partnerId }) => partnerId))
  return partners.size === 1 ? ([...partners][0] as Id) : null
}

/**
 * Proposes which invoices a credit pays. The order of what was found does not matter. Ties are never chosen; only an exact
 * amount for invoices that the payer named may be confirmed by the platform itself.
 */
export const proposePayments = (
  { amount, currency }: Pick<BankLine, 'amount' | 'currency'>,
  { named, ofAccount, ofName }: Candidates,
): Matches => {
  const isOpen = (invoice: OpenInvoice) => invoice.currency === currency && invoice.openAmount > 0
  const [own, alike] = [ofAccount.filter(isOpen), ofName.filter(isOpen)]
  const ranked =
    amount > 0
      ? joinSame([
          ...rankNamed(
            amount,
            named.filter(({ invoice }) => isOpen(invoice)),
          ),
          ...rankExact(amount, own, 'partner_account'),
          ...rankSums(amount, own),
          ...rankExact(amount, alike, 'partner_name'),
        ]).sort(compareRanked)
      : []
  const [first, second] = ranked
  const isTied =
    first !== undefined &&
    second !== undefined &&
    first.tier === second.tier &&
    first.proposal.isExact === second.proposal.isExact
  const isCertain = first !== undefined && !isTied && first.proposal.isExact && first.tier <= MAX_CERTAIN_TIER
  const proposals = ranked.slice(0, MAX_PROPOSALS).map(({ proposal }) => proposal)
  return { proposals, isTied, isCertain, partnerId: decidePartner(proposals, isTied) }
}
