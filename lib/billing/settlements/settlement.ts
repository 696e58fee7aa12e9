import { createHash } from 'node:crypto'
import type {
  MarkSettlementPaidInput,
  PeriodType,
  SettlementBasis,
  SettlementLine,
  SettlementState,
} from '../../../schemas/billing/settlement.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { AmountTooLarge, sumAmounts } from '../../platform/money/amounts.ts'
import { type Moves, move } from '../../platform/moves.ts'
import { Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Due } from '../../platform/store/table/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { RequestSource } from '../../platform/store/unit-scope.ts'
import { WITHOUT_TARIFF } from '../charges/charge.ts'
import { requireAnotherPerson } from '../require-another-person.ts'
import { isPlatformScope } from '../settlement-scopes/scope-definitions.ts'
import type { SelfBilled } from './charge-line.ts'

export interface StoredLine extends SettlementLine {
  /** The charge that the line settles; null for an added line and for an amount carried forward. */
  chargeId: Id | null
}

export interface Totals {
  totalAmount: number
  totalCredits: number
  totalDebits: number
  totalAdjustments: number
  lineItemCount: number
}

/** Progress of the collection of a partner's charges. */
export interface Collecting {
  /** Remaining scopes, the current one first; null stands for all scopes at once. */
  scopes: (string | null)[]
  /** Cursor: sort key of the last charge read in the current scope. */
  after: string | null
  /** First and last day of the charges to collect. */
  from: Day | null
  to: Day
  /** The remaining charges of a job, of which alone the settlement consists; absent from settlements of other kinds. */
  chargeIds?: readonly Id[]
}

/** A settlement below 0 whose amount this one takes over. */
export interface Carried {
  id: Id
  number: string
  amount: number
  approvedAt: string
}

export interface StoredSettlement extends Stored, Due, Totals {
  partnerId: Id
  partnerName: string
  settlementNumber: string
  basis: SettlementBasis
  /** In alphabetical order; empty for all scopes. */
  scopes: string[]
  periodType: PeriodType | null
  periodStartDate: string | null
  periodEndDate: string | null
  currency: string
  status: SettlementState
  approvedBy: Id | null
  approvedByType: RequestSource['actorType'] | null
  approvedAt: string | null
  approvalNotes: string | null
  rejectedBy: Id | null
  rejectedByType: RequestSource['actorType'] | null
  rejectedAt: string | null
  rejectionReason: string | null
  paidBy: Id | null
  paidAt: string | null
  paymentReference: string | null
  paymentMethod: MarkSettlementPaidInput['paymentMethod'] | null
  /** The self-billing invoice or credit note that bills it; null without one. */
  selfBilling: SelfBilled | null
  /** The payment run that pays it. */
  paymentRunId: Id | null
  /** Identities that created it or added lines; null is the platform. */
  preparedBy: (Id | null)[]
  /** Number of items that store the lines. */
  linePages: number
  /** Present while charges are still being collected. */
  collecting: Collecting | null
  /** True while the charges of the rejected settlement are still being freed. */
  freeing: boolean
  carries: Carried[]
  /** Number of the settlement that took over its amount. */
  carriedTo: string | null
  /** Two live settlements with the same coverage have no day in common. Null without a period, and once the charges are freed. */
  coverage: string | null
  /** Account key while its amount is below 0 and still to be carried forward; else null. */
  toCarry: string | null
}

export const SETTLEMENT_MOVES = {
  lock: { from: ['open'], to: 'locked' },
  review: { from: ['locked'], to: 'under_review' },
  approve: { from: ['open', 'locked', 'under_review'], to: 'approved' },
  mark_paid: { from: ['approved'], to: 'paid' },
  reject: { from: ['open', 'locked', 'under_review', 'approved'], to: 'rejected' },
} as const satisfies Moves<SettlementState, string>

export const moveSettlement = ({ status }: Pick<StoredSettlement, 'status'>, action: keyof typeof SETTLEMENT_MOVES) =>
  move(SETTLEMENT_MOVES, 'settlement', status, action)

const PENDING_STATES: readonly SettlementState[] = SETTLEMENT_MOVES.approve.from

export const isPending = ({ status }: Pick<StoredSettlement, 'status'>) => PENDING_STATES.includes(status)

export const settlementUri = (id: Id) => `commerce:///billing/settlements/${id}`

/** Scopes as part of a key; hashed if any is the tenant's own, since those may be long and have any characters. */
const buildScopesKey = (scopes: readonly string[]): string => {
  if (scopes.every(isPlatformScope)) return scopes.join('+') || 'all'
  return `hash:${createHash('sha256').update(JSON.stringify(scopes)).digest('hex')}`
}

export const buildCoverage = ({
  partnerId,
  basis,
  currency,
  scopes,
}: Pick<StoredSettlement, 'partnerId' | 'basis' | 'currency' | 'scopes'>): string =>
  [partnerId, basis, currency, buildScopesKey(scopes)].join('#')

/** Fields that a settlement has once somebody approved, rejected or paid it. */
export const EMPTY_DECISION = {
  approvedBy: null,
  approvedByType: null,
  approvedAt: null,
  approvalNotes: null,
  rejectedBy: null,
  rejectedByType: null,
  rejectedAt: null,
  rejectionReason: null,
  paidBy: null,
  paidAt: null,
  paymentReference: null,
  paymentMethod: null,
  paymentRunId: null,
  selfBilling: null,
}

export const EMPTY_TOTALS: Totals = {
  totalAmount: 0,
  totalCredits: 0,
  totalDebits: 0,
  totalAdjustments: 0,
  lineItemCount: 0,
}

/** Returns the totals with the lines; undefined if they would be too large to be exact. */
export const addToTotals = (
  before: Totals,
  lines: readonly Pick<SettlementLine, 'type' | 'amount'>[],
): Totals | undefined => {
  const addLines = (total: number, type: SettlementLine['type']) =>
    sumAmounts([total, ...lines.filter((line) => line.type === type).map(({ amount }) => amount)])
  try {
    const totalCredits = addLines(before.totalCredits, 'credit')
    const totalDebits = addLines(before.totalDebits, 'debit')
    const totalAdjustments = addLines(before.totalAdjustments, 'adjustment')
    const totalAmount = sumAmounts([totalCredits, -totalDebits, totalAdjustments])
    const lineItemCount = before.lineItemCount + lines.length
    return { totalCredits, totalDebits, totalAdjustments, totalAmount, lineItemCount }
  } catch (error) {
    if (!(error instanceof AmountTooLarge)) throw error
    return undefined
  }
}

export const buildCarriedLine = (
  { number, amount, approvedAt, id }: Carried,
  currency: string,
  lineId: Id,
): StoredLine => ({
  id: lineId,
  type: 'adjustment',
  description: `Carried forward from ${number}`,
  amount,
  currency,
  subject: settlementUri(id),
  chargeType: null,
  occurredAt: approvedAt,
  latePeriod: null,
  metadata: {},
  ...WITHOUT_TARIFF,
  chargeId: null,
})

const buildRefusal = (detail: string) => new Problem('OPERATION_NOT_ALLOWED', detail)

/** Throws while lines are being collected, so that nobody decides on a total that still grows. */
export const checkCollected = ({ collecting }: StoredSettlement): void => {
  if (collecting) throw buildRefusal('Lines are still being added to the settlement. Try again in a moment.')
}

export const checkAcceptsLines = ({ status }: StoredSettlement): void => {
  if (!isPending({ status }))
    throw buildRefusal(`The settlement is ${status}. Lines can be added only while it is open, locked or under_review.`)
}

export const checkPayable = ({ totalAmount, carriedTo }: StoredSettlement): void => {
  if (totalAmount >= 0) return
  throw buildRefusal(
    carriedTo
      ? `The total is below 0 and was carried forward to ${carriedTo}.`
      : "The total is below 0, so there is nothing to pay. It is carried forward to the partner's next settlement in this currency.",
  )
}

/** Throws while a payment run may still pay the settlement, so that it is not paid twice. */
export const checkSettlementInNoRun = ({ status, paymentRunId }: StoredSettlement): void => {
  if (status === 'approved' && paymentRunId)
    throw buildRefusal(
      `The settlement is in payment run ${paymentRunId}. Cancel the run, or reject the settlement there, first.`,
    )
}

export const checkNotCarried = ({ carriedTo }: StoredSettlement): void => {
  if (carriedTo) throw buildRefusal(`The amount was carried forward to ${carriedTo}. Reject that settlement first.`)
}

/** Enforces the four-eyes principle: nobody takes two steps on the same settlement, and the platform approves or pays none. */
export const requireSecondPerson = (
  { preparedBy, approvedBy }: Pick<StoredSettlement, 'preparedBy' | 'approvedBy'>,
  unit: Pick<Unit, 'actor' | 'source'>,
  fourEyes: boolean,
): void =>
  requireAnotherPerson(
    { noun: 'settlement', steps: 'Creating, approving and paying' },
    approvedBy ? [...preparedBy, approvedBy] : preparedBy,
    unit,
    fourEyes,
  )
