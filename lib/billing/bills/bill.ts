import { createHash } from 'node:crypto'
import type { Bill, RecordBillInput } from '../../../schemas/billing/bill.ts'
import { startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import type { Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export interface StoredBill extends Omit<Bill, keyof Stored | 'tenantId' | 'adjustments'>, Stored {
  adjustments?: Bill['adjustments']
}

export const billUri = (id: Id) => `commerce:///billing/bills/${id}`

/** Numbers that differ in spaces around them or in case are one; hashed, since they may be longer than a key. */
export const hashBillNumber = (partnerId: Id, billNumber: string): string =>
  createHash('sha256')
    .update(JSON.stringify([partnerId, billNumber.trim().normalize('NFKC').toLowerCase()]))
    .digest('hex')

/** A timestamp in UTC; undefined where there is no such time, or none of a year of four digits. */
export const toUtc = (timestamp: string): string | undefined => {
  const at = new Date(timestamp)
  const year = at.getUTCFullYear()
  return year >= 0 && year <= 9999 ? at.toISOString() : undefined
}

/** A moment as it is stored; a day begins where the tenant is. Undefined where there is no such day or time. */
export const toMoment = (given: string, zone: string): string | undefined => {
  const day = given.slice(0, 10)
  const known = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(known.getTime()) || known.toISOString().slice(0, 10) !== day) return undefined
  if (given === day) return startOfDay(zone, day).toISOString()
  return toUtc(given)
}

type Amounts = Pick<RecordBillInput, 'totalAmount' | 'subtotal' | 'taxTotal'>

export const billViolations = (
  { totalAmount, subtotal, taxTotal }: Amounts,
  issuedAt: string | undefined,
  dueAt: string | undefined,
): Violation[] => [
  ...(issuedAt === undefined ? [{ propertyPath: 'issuedAt', message: 'is no date that there is' }] : []),
  ...(dueAt === undefined ? [{ propertyPath: 'dueAt', message: 'is no date that there is' }] : []),
  ...(issuedAt && dueAt && dueAt < issuedAt ? [{ propertyPath: 'dueAt', message: 'must not be before issuedAt' }] : []),
  ...(subtotal != null && taxTotal != null && subtotal + taxTotal !== totalAmount
    ? [{ propertyPath: 'totalAmount', message: `must be subtotal and taxTotal together, ${subtotal + taxTotal}` }]
    : []),
]
