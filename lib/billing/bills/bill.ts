import { createHash } from 'node:crypto'
import type { Bill, RecordBillInput } from '../../../schemas/billing/bill.ts'
import { startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredBill extends Omit<Bill, keyof Stored | 'tenantId' | 'adjustments'>, Stored {
  adjustments?: Bill['adjustments']
}

/** Fields that a bill has once somebody reviewed, approved, paid, disputed or cancelled it. */
export const EMPTY_REVIEW = {
  reviewedBy: null,
  reviewedAt: null,
  approvedBy: null,
  approvedAt: null,
  approvalNotes: null,
  scheduledPaymentDate: null,
  paidAt: null,
  paymentReference: null,
  paymentMethod: null,
  disputedBy: null,
  disputedAt: null,
  disputeReason: null,
  cancellationReason: null,
}

export const billUri = (id: Id) => `commerce:///billing/bills/${id}`

/** Ignores surrounding spaces and case. The number is hashed, because it may be longer than a key. */
export const hashBillNumber = (partnerId: Id, billNumber: string): string =>
  createHash('sha256')
    .update(JSON.stringify([partnerId, billNumber.trim().normalize('NFKC').toLowerCase()]))
    .digest('hex')

/** Converts a timestamp to UTC; undefined if it does not exist or its year is not between 0 and 9999. */
export const toUtc = (timestamp: string): string | undefined => {
  const at = new Date(timestamp)
  const year = at.getUTCFullYear()
  return year >= 0 && year <= 9999 ? at.toISOString() : undefined
}

/** Converts a timestamp, or a day that begins in the tenant's time zone, to UTC; undefined if it does not exist. */
export const toMoment = (given: string, zone: string): string | undefined => {
  const day = given.slice(0, 10)
  const known = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(known.getTime()) || known.toISOString().slice(0, 10) !== day) return undefined
  if (given === day) return startOfDay(zone, day).toISOString()
  return toUtc(given)
}

type Amounts = Pick<RecordBillInput, 'totalAmount' | 'subtotal' | 'taxTotal'>

export const findBillViolations = (
  { totalAmount, subtotal, taxTotal }: Amounts,
  issuedAt: string | undefined,
  dueAt: string | undefined,
): Violation[] => [
  ...(issuedAt === undefined ? [{ propertyPath: 'issuedAt', message: 'must be an existing date or time' }] : []),
  ...(dueAt === undefined ? [{ propertyPath: 'dueAt', message: 'must be an existing date or time' }] : []),
  ...(issuedAt && dueAt && dueAt < issuedAt ? [{ propertyPath: 'dueAt', message: 'must not be before issuedAt' }] : []),
  ...(subtotal != null && taxTotal != null && subtotal + taxTotal !== totalAmount
    ? [{ propertyPath: 'totalAmount', message: `must be ${subtotal + taxTotal}, the sum of subtotal and taxTotal` }]
    : []),
]
