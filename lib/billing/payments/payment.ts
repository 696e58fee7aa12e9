import {
  type AllocationInput,
  MAX_ALLOCATIONS,
  type PaymentMethod,
  type PaymentState,
  type ReversalKind,
} from '../../../schemas/billing/payments/payment.ts'
import type { Day } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { Moves } from '../../platform/moves.ts'
import { invalid, Problem, type Violation } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import { computeOpenAmount, type StoredInvoice } from '../invoices/invoice.ts'

interface StoredAllocation {
  id: Id
  invoiceId: Id
  invoiceNumber: string | null
  amount: number
  at: string
}

interface StoredReversal {
  id: Id
  kind: ReversalKind
  allocationIds: readonly Id[]
  amount: number
  reason: string
  at: string
}

interface StoredRefund {
  id: Id
  amount: number
  reference: string | null
  refundedAt: string
  at: string
}

/** Everything that happened to a payment. Nothing of it is ever removed or changed; the rest follows from it. */
interface History {
  /** The amount that arrived, in minor units. */
  amount: number
  /** The amount that a bank or provider deducted on the way, which counts as paid too. */
  fee: number
  allocations: readonly StoredAllocation[]
  reversals: readonly StoredReversal[]
  refunds: readonly StoredRefund[]
}

interface Balance {
  allocated: number
  unallocated: number
  refunded: number
  status: PaymentState
}

export interface StoredPayment extends Stored, History, Balance {
  partnerId: Id
  partnerName: string
  currency: string
  receivedAt: string
  /** Day of `receivedAt` in the tenant's time zone when the payment was recorded. */
  receivedOn: Day
  method: PaymentMethod
  reference: string | null
  /** Key of what the payment was recorded from, such as an entry of a bank statement; one payment for each key. */
  sourceKey: string | null
}

export const PAYMENT_MOVES = {
  close: { from: ['open'], to: 'closed' },
  reopen: { from: ['closed'], to: 'open' },
  reverse: { from: ['open', 'closed'], to: 'reversed' },
} as const satisfies Moves<PaymentState, string>

export const paymentUri = (id: Id) => `commerce:///billing/payments/${id}`

/** Bound of all allocations, reversals and refunds of a payment, which are in one item. */
const MAX_HISTORY = 400

export const listLiveAllocations = ({
  allocations,
  reversals,
}: Pick<History, 'allocations' | 'reversals'>): StoredAllocation[] => {
  const reversed = new Set(reversals.flatMap(({ allocationIds }) => allocationIds))
  return allocations.filter(({ id }) => !reversed.has(id))
}

const sumOf = (parts: readonly { amount: number }[]) => sumAmounts(parts.map(({ amount }) => amount))

/** Computes what follows from the history of a payment. */
export const computeBalance = (history: History): Balance => {
  const allocated = sumOf(listLiveAllocations(history))
  const refunded = sumOf(history.refunds)
  const isReversed = history.reversals.some(({ kind }) => kind === 'payment')
  const unallocated = isReversed ? 0 : history.amount + history.fee - allocated - refunded
  return { allocated, unallocated, refunded, status: isReversed ? 'reversed' : unallocated > 0 ? 'open' : 'closed' }
}

/** Returns the changes of a payment to which something happened. */
export const addToHistory = (payment: History, happened: Partial<History>): Partial<StoredPayment> => {
  const history = { ...payment, ...happened }
  const { allocations, reversals, refunds } = history
  if (allocations.length + reversals.length + refunds.length > MAX_HISTORY)
    throw new Problem(
      'OPERATION_NOT_ALLOWED',
      `The payment has more than ${MAX_HISTORY} allocations, reversals and refunds. Refund the rest and record it as a new payment.`,
    )
  return { ...happened, ...computeBalance(history) }
}

export const requireNotReversed = ({ status }: Pick<StoredPayment, 'status'>): void => {
  if (status === 'reversed') throw new Problem('OPERATION_NOT_ALLOWED', 'The payment is reversed.')
}

interface Allocatable {
  partnerId: Id
  currency: string
  unallocated: number
  liveAllocations: number
}

type Invoices = ReadonlyMap<Id, StoredInvoice>

const findInvoiceViolation = (
  { partnerId, currency }: Allocatable,
  invoice: StoredInvoice | undefined,
  isRepeated: boolean,
): string | undefined => {
  if (isRepeated) return 'must not be named twice'
  if (!invoice) return 'must be the id of an existing invoice'
  if (invoice.partnerId !== partnerId) return 'must be an invoice of the partner who paid'
  if (invoice.currencyCode !== currency)
    return `must be an invoice in ${currency}, the currency of the payment, and not in ${invoice.currencyCode}`
  return undefined
}

const findAllocationViolations = (
  payment: Allocatable,
  given: readonly AllocationInput[],
  invoices: Invoices,
): Violation[] => {
  const violations = given.flatMap(({ invoiceId }, i) => {
    const isRepeated = given.findIndex((other) => other.invoiceId === invoiceId) < i
    const message = findInvoiceViolation(payment, invoices.get(invoiceId), isRepeated)
    return message ? [{ propertyPath: `allocations[${i}].invoiceId`, message }] : []
  })
  const wanted = given.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  if (wanted > BigInt(payment.unallocated))
    violations.push({
      propertyPath: 'allocations',
      message: `must have amounts of together at most ${payment.unallocated}, which is what is left of the payment`,
    })
  return violations
}

const explainRefusal = (invoice: StoredInvoice, amount: number): string | undefined => {
  const name = invoice.invoiceNumber ?? invoice.id
  if (invoice.status === 'draft' || invoice.status === 'cancelled')
    return `Invoice ${name} is ${invoice.status}, so nothing can be paid on it.`
  const open = computeOpenAmount(invoice)
  return amount > open ? `Invoice ${name} has ${open} open, which is less than ${amount}.` : undefined
}

/** Throws one problem with everything that speaks against the allocations. */
export const checkAllocations = (payment: Allocatable, given: readonly AllocationInput[], invoices: Invoices): void => {
  const violations = findAllocationViolations(payment, given, invoices)
  if (violations.length) throw invalid(...violations)
  const refusals = given.flatMap(({ invoiceId, amount }) => {
    const invoice = invoices.get(invoiceId)
    return (invoice && explainRefusal(invoice, amount)) ?? []
  })
  if (payment.liveAllocations + given.length > MAX_ALLOCATIONS)
    refusals.push(`A payment has at most ${MAX_ALLOCATIONS} allocations that are not reversed.`)
  if (refusals.length) throw new Problem('OPERATION_NOT_ALLOWED', refusals.join(' '))
}
