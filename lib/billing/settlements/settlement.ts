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
import { sumAmounts } from '../../platform/money/money.ts'
import { Problem } from '../../platform/problem.ts'
import type { Moves } from '../../platform/states.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Due } from '../../platform/store/table/due.ts'
import type { StoredCharge } from '../charges/charge.ts'
import { isPlatformScope } from '../settlement-scopes/settlement-scopes.ts'
import type { Period } from './settlement-period.ts'

export interface StoredLine extends SettlementLine {
  /** The charge that it settles; null for one that somebody added and for what was carried forward. */
  chargeId: Id | null
}

export interface Totals {
  totalAmount: number
  totalCredits: number
  totalDebits: number
  totalAdjustments: number
  lineItemCount: number
}

/** How far the partner's charges were gone through. */
export interface Collecting {
  /** The scopes that are left, the present one first; null stands for all scopes at once. */
  scopes: (string | null)[]
  /** The place of the last charge that was looked at. */
  after: string | null
  /** The days of what is collected; both are part of it. */
  from: Day | null
  to: Day
}

/** A settlement below 0 that this one takes over. */
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
  /** In the order of the alphabet; none stands for all. */
  scopes: string[]
  periodType: PeriodType | null
  periodStartDate: string | null
  periodEndDate: string | null
  currency: string
  status: SettlementState
  approvedBy: Id | null
  approvedAt: string | null
  approvalNotes: string | null
  rejectedBy: Id | null
  rejectedAt: string | null
  rejectionReason: string | null
  paidBy: Id | null
  paidAt: string | null
  paymentReference: string | null
  paymentMethod: MarkSettlementPaidInput['paymentMethod'] | null
  /** Who created it and who added lines; null is the platform. */
  preparedBy: (Id | null)[]
  /** How many items its lines are in. */
  linePages: number
  /** There while charges are still collected. */
  collecting: Collecting | null
  /** Whether charges of a rejected one are still being freed. */
  freeing: boolean
  carries: Carried[]
  /** The number of the settlement that took its amount over. */
  carriedTo: string | null
  /** What no other live settlement may be of in the same days; null without a period and once it is rejected and its charges are free. */
  coverage: string | null
  /** Whose and in which currency it is, while its amount is below 0 and is to be carried forward. */
  toCarry: string | null
}

export const SETTLEMENT_MOVES = {
  lock: { from: ['open'], to: 'locked' },
  review: { from: ['locked'], to: 'under_review' },
  approve: { from: ['open', 'locked', 'under_review'], to: 'approved' },
  mark_paid: { from: ['approved'], to: 'paid' },
  reject: { from: ['open', 'locked', 'under_review', 'approved'], to: 'rejected' },
} as const satisfies Moves<SettlementState, string>

export const isPending = ({ status }: Pick<StoredSettlement, 'status'>) =>
  (SETTLEMENT_MOVES.approve.from as readonly SettlementState[]).includes(status)

export const settlementUri = (id: Id) => `commerce:///billing/settlements/${id}`

export const buildAccount = ({ partnerId, currency }: Pick<StoredSettlement, 'partnerId' | 'currency'>) =>
  `${partnerId}#${currency}`

/** Scopes as part of a key. A tenant's own ones may be long and have any characters, so those are hashed. */
const scopesInKey = (scopes: readonly string[]): string => {
  if (scopes.every(isPlatformScope)) return scopes.join('+') || 'all'
  return `hash:${createHash('sha256').update(JSON.stringify(scopes)).digest('hex')}`
}

export const buildCoverage = (
  { partnerId, basis, currency, scopes }: Pick<StoredSettlement, 'partnerId' | 'basis' | 'currency' | 'scopes'>,
  period: Period | null,
): string | null => period && [partnerId, basis, currency, scopesInKey(scopes)].join('#')

export const NO_LINES: Totals = {
  totalAmount: 0,
  totalCredits: 0,
  totalDebits: 0,
  totalAdjustments: 0,
  lineItemCount: 0,
}

/** Throws where the amounts are beyond what a number holds exactly. */
export const withLines = (before: Totals, lines: readonly Pick<SettlementLine, 'type' | 'amount'>[]): Totals => {
  const listAmounts = (type: SettlementLine['type']) =>
    lines.filter((line) => line.type === type).map(({ amount }) => amount)
  const totalCredits = sumAmounts([before.totalCredits, ...listAmounts('credit')])
  const totalDebits = sumAmounts([before.totalDebits, ...listAmounts('debit')])
  const totalAdjustments = sumAmounts([before.totalAdjustments, ...listAmounts('adjustment')])
  return {
    totalCredits,
    totalDebits,
    totalAdjustments,
    totalAmount: sumAmounts([totalCredits, -totalDebits, totalAdjustments]),
    lineItemCount: before.lineItemCount + lines.length,
  }
}

export const buildChargeLine = (charge: StoredCharge, id: Id): StoredLine => ({
  id,
  type: charge.amount > 0 ? 'credit' : 'debit',
  description: charge.description,
  amount: Math.abs(charge.amount),
  currency: charge.currency,
  subject: charge.subject,
  chargeType: charge.chargeType,
  occurredAt: charge.occurredAt,
  metadata: { scope: charge.scope },
  chargeId: charge.id,
})

export const buildCarriedLine = (
  { number, amount, approvedAt, id }: Carried,
  currency: string,
  own: Id,
): StoredLine => ({
  id: own,
  type: 'adjustment',
  description: `Carried forward from ${number}`,
  amount,
  currency,
  subject: settlementUri(id),
  chargeType: null,
  occurredAt: approvedAt,
  metadata: {},
  chargeId: null,
})

const buildRefusal = (detail: string) => new Problem('OPERATION_NOT_ALLOWED', detail)

/** Nobody decides on a total that is still growing. */
export const checkCollected = ({ collecting }: StoredSettlement): void => {
  if (collecting) throw buildRefusal('The lines of the settlement are still being collected; try again in a moment.')
}

/** A line can be added until the settlement is approved; one that comes after it was locked has to be looked at. */
export const checkAcceptsLines = ({ status }: StoredSettlement): void => {
  if (!isPending({ status }))
    throw buildRefusal(
      `The settlement is ${status}; for a line to be added, it must be open or locked or under_review.`,
    )
}

export const checkPayable = ({ totalAmount, carriedTo }: StoredSettlement): void => {
  if (totalAmount >= 0) return
  throw buildRefusal(
    carriedTo
      ? `The total is below 0 and was carried forward to ${carriedTo}.`
      : 'The total is below 0: it cannot be paid, and is carried forward to the next settlement of the partner in this currency.',
  )
}

export const checkNotCarried = ({ carriedTo }: StoredSettlement): void => {
  if (carriedTo) throw buildRefusal(`The amount was carried forward to ${carriedTo}; that must be rejected first.`)
}

/** By the four-eyes principle nobody decides twice on the same settlement; the platform decides never. */
export const requireSecondPerson = (
  { preparedBy, approvedBy }: Pick<StoredSettlement, 'preparedBy' | 'approvedBy'>,
  actor: Id | null,
  fourEyes: boolean,
): void => {
  if (actor === null) throw buildRefusal('The platform itself neither approves nor pays.')
  if (!fourEyes) return
  if (preparedBy.includes(actor) || approvedBy === actor)
    throw buildRefusal(
      'Another person must do this: creating, approving and paying a settlement take different people.',
    )
}

/** What a settlement's events tell of it. */
export const buildSettlementEvent = (settlement: StoredSettlement) => ({
  subject: settlementUri(settlement.id),
  data: {
    settlementId: settlement.id,
    settlementNumber: settlement.settlementNumber,
    partnerId: settlement.partnerId,
    partnerName: settlement.partnerName,
    periodStartDate: settlement.periodStartDate,
    periodEndDate: settlement.periodEndDate,
    totalAmount: settlement.totalAmount,
    currency: settlement.currency,
  },
})
