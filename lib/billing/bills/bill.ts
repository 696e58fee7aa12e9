import { createHash } from 'node:crypto'
import {
  type Bill,
  type BillState,
  MAX_ADJUSTMENTS_BYTES,
  type RecordBillInput,
} from '../../../schemas/billing/bill.ts'
import { NOT_A_MOMENT } from '../../platform/calendar/moment.ts'
import type { Id } from '../../platform/id.ts'
import { foldDocumentNumber } from '../../platform/identifiers/document-number.ts'
import { type Moves, move } from '../../platform/moves.ts'
import { Problem, type Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { toLedgerDay } from '../ledger/ledger-entry.ts'
import { requireAnotherPerson } from '../require-another-person.ts'

export interface StoredBill extends Omit<Bill, keyof Stored | 'tenantId' | 'warnings'>, Stored {
  /** Identities that recorded or changed it. */
  preparedBy: (Id | null)[]
  paidBy: Id | null
  cancelledAt: string | null
  /** Equal for bills that may be the same one; null once it is cancelled. */
  duplicateKey: string | null
}

export const BILL_MOVES = {
  review: { from: ['received'], to: 'under_review' },
  approve: { from: ['received', 'under_review'], to: 'approved' },
  schedule: { from: ['approved', 'scheduled'], to: 'scheduled' },
  mark_paid: { from: ['approved', 'scheduled'], to: 'paid' },
  fail_payment: { from: ['scheduled'], to: 'approved' },
  dispute: { from: ['received', 'under_review', 'approved', 'scheduled'], to: 'disputed' },
  resolve: { from: ['disputed'], to: 'under_review' },
  cancel: { from: ['received', 'under_review', 'approved', 'scheduled', 'disputed'], to: 'cancelled' },
} as const satisfies Moves<BillState, string>

export const moveBill = ({ status }: Pick<StoredBill, 'status'>, action: keyof typeof BILL_MOVES) =>
  move(BILL_MOVES, 'bill', status, action)

const buildRefusal = (detail: string) => new Problem('OPERATION_NOT_ALLOWED', detail)

const CHANGEABLE: readonly BillState[] = ['received', 'under_review']

export const checkBillChangeable = ({ status }: StoredBill): void => {
  if (!CHANGEABLE.includes(status))
    throw buildRefusal(`The bill is ${status}. It can be changed only while it is received or under_review.`)
}

/** Throws while a payment run may still pay the bill, so that it is not paid twice. */
export const checkBillInNoRun = ({ paymentRunId }: StoredBill): void => {
  if (paymentRunId)
    throw buildRefusal(`The bill is in payment run ${paymentRunId}. Cancel the run, or reject the bill there, first.`)
}

/** Enforces the four-eyes principle: recording or changing, approving and paying a bill require different people. */
export const requireSecondPersonForBill = (
  { preparedBy, approvedBy }: StoredBill,
  unit: Pick<Unit, 'actor' | 'source'>,
  fourEyes: boolean,
): void =>
  requireAnotherPerson(
    { noun: 'bill', steps: 'Recording, approving and paying' },
    approvedBy ? [...preparedBy, approvedBy] : preparedBy,
    unit,
    fourEyes,
  )

/** Returns a key that is equal for bills of the same partner, currency, total and day of issue. */
export const buildDuplicateKey = (
  { partnerId, currency, totalAmount, issuedAt }: Pick<Bill, 'partnerId' | 'currency' | 'totalAmount' | 'issuedAt'>,
  zone: string,
): string => [partnerId, currency, totalAmount, toLedgerDay(issuedAt, zone)].join('#')

/** Fields that a bill has once somebody reviewed, approved, paid, disputed or cancelled it. */
export const EMPTY_REVIEW = {
  reviewedBy: null,
  reviewedByType: null,
  reviewedAt: null,
  approvedBy: null,
  approvedByType: null,
  approvedAt: null,
  approvalNotes: null,
  scheduledPaymentDate: null,
  paidAt: null,
  paymentReference: null,
  paymentMethod: null,
  paymentRunId: null,
  paymentFailureReason: null,
  disputedBy: null,
  disputedByType: null,
  disputedAt: null,
  disputeReason: null,
  cancellationReason: null,
}

export const billUri = (id: Id) => `commerce:///billing/bills/${id}`

/** The number is hashed, because it may be longer than a key. */
export const hashBillNumber = (partnerId: Id, billNumber: string): string =>
  createHash('sha256')
    .update(JSON.stringify([partnerId, foldDocumentNumber(billNumber)]))
    .digest('hex')

type Amounts = Pick<RecordBillInput, 'totalAmount' | 'subtotal' | 'taxTotal'>

export const findAdjustmentViolations = (adjustments: RecordBillInput['adjustments'] = []): Violation[] =>
  Buffer.byteLength(JSON.stringify(adjustments)) > MAX_ADJUSTMENTS_BYTES
    ? [{ propertyPath: 'adjustments', message: `must not exceed ${MAX_ADJUSTMENTS_BYTES / 1000} kB in total` }]
    : []

/** Finds parts that cannot add up to the total: a part that is not given is 0 or more. */
const findPartViolations = ({ totalAmount, subtotal, taxTotal }: Amounts): Violation[] => {
  if (subtotal != null && taxTotal != null && subtotal + taxTotal !== totalAmount)
    return [
      { propertyPath: 'totalAmount', message: `must be ${subtotal + taxTotal}, the sum of subtotal and taxTotal` },
    ]
  return Object.entries({ subtotal, taxTotal }).flatMap(([propertyPath, part]) =>
    part != null && part > totalAmount ? [{ propertyPath, message: 'must not be above totalAmount' }] : [],
  )
}

export const findBillViolations = (
  amounts: Amounts,
  issuedAt: string | undefined,
  dueAt: string | undefined,
): Violation[] => [
  ...(issuedAt === undefined ? [{ propertyPath: 'issuedAt', message: NOT_A_MOMENT }] : []),
  ...(dueAt === undefined ? [{ propertyPath: 'dueAt', message: NOT_A_MOMENT }] : []),
  ...(issuedAt && dueAt && dueAt < issuedAt ? [{ propertyPath: 'dueAt', message: 'must not be before issuedAt' }] : []),
  ...findPartViolations(amounts),
]
