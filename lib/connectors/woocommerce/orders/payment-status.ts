import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { sumAmounts } from '../../../platform/money/amounts.ts'

type PaymentStatus = NonNullable<OrderRow['paymentStatus']>

/** Statuses that say whether an order without a day of payment is paid; others may be a merchant's own. */
const UNPAID = [
  'pending',
  'on-hold',
  'failed',
  'processing',
  'completed',
  'cancelled',
  'trash',
  'checkout-draft',
  'auto-draft',
  'draft',
  'new',
]
/** Statuses that an order has before it is paid, whatever was paid before. */
const WAITING = ['pending', 'on-hold', 'failed']

interface Payment {
  status: string
  isDated: boolean
  total: number
  refunded: number
  /** True if something of the order was paid already, which the shop took off its total. */
  isBegun: boolean
}

const readPaid = ({ status, isDated, total }: Payment): PaymentStatus => {
  if (status === 'refunded') return 'refunded'
  if (total === 0) return 'paid'
  if (isDated && !WAITING.includes(status)) return 'paid'
  return UNPAID.includes(status) ? 'unpaid' : 'unknown'
}

/**
 * Reads whether an order is paid. The day of its payment says so, because the shop releases orders that are paid on delivery
 * in the same status as paid ones.
 */
export const readPaymentStatus = (payment: Payment): PaymentStatus => {
  const { total, refunded, isBegun } = payment
  if (total > 0 && refunded >= total) return 'refunded'
  const paid = readPaid(payment)
  if (paid === 'unpaid' && isBegun) return 'partly_paid'
  return paid === 'paid' && refunded > 0 ? 'partly_refunded' : paid
}

/** Reads what was received of an order, before refunds; null if nobody knows. `before` was taken off its total. */
export const readPaidAmount = (status: PaymentStatus, total: number, before: number): number | null => {
  if (status === 'unknown') return null
  return status === 'unpaid' || status === 'partly_paid' ? before : sumAmounts([total, before])
}
