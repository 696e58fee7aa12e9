import type { OrderRow } from '../../../schemas/sales/order.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import { isInteger, parseList, parseObject, readInstant, readScaledMoney, readText } from '../reading.ts'
import { readIriEnd } from './ask-shop.ts'
import { SCALE } from './product.ts'

type PaymentStatus = NonNullable<OrderRow['paymentStatus']>

const STATUSES: Readonly<Record<string, PaymentStatus>> = {
  awaiting_payment: 'unpaid',
  // Less than the total, and nothing was received.
  partially_authorized: 'unpaid',
  authorized: 'authorized',
  partially_paid: 'partly_paid',
  paid: 'paid',
  partially_refunded: 'partly_refunded',
  refunded: 'refunded',
  cancelled: 'voided',
}

/** States of payments of which the amounts of the single payments tell more. */
const WITH_AMOUNTS = ['partially_authorized', 'partially_paid', 'partially_refunded', 'refunded']

/** Tells whether the payments of an order have to be read one by one. */
export const needsPayments = (order: unknown): boolean =>
  WITH_AMOUNTS.includes(readText(parseObject(order).paymentState) ?? '')

const sumIn = (payments: readonly Record<string, unknown>[], ...states: readonly string[]) =>
  sumAmounts(
    payments.flatMap(({ state, amount }) =>
      states.includes(String(state)) && isInteger(amount) && amount > 0 ? [amount] : [],
    ),
  )

/**
 * Reads the payment status, the payment and the refunds of an order. The core refunds whole payments; what a plugin refunds
 * has no amount here, except that an order which is refunded has its whole total refunded.
 */
export const readSyliusPayments = (
  order: unknown,
  paymentsOfOrder: readonly unknown[],
  total: number,
  currency: string,
): Pick<OrderRow, 'paymentStatus' | 'payment' | 'refunds'> => {
  const { paymentState, payments: shown } = parseObject(order)
  const toMoney = (amount: number) => readScaledMoney(amount, SCALE, currency)
  const paymentStatus = STATUSES[readText(paymentState) ?? ''] ?? 'unknown'
  const payments = paymentsOfOrder.map((payment) => parseObject(payment))
  const refunds = payments.flatMap(
    ({ id, state, amount, updatedAt }): NonNullable<OrderRow['refunds']> =>
      state === 'refunded' && isInteger(amount) && amount > 0
        ? [
            {
              externalRefundId: `payment-${readText(id, 200)}`,
              refundedAt: readInstant(updatedAt),
              amount: toMoney(amount),
            },
          ]
        : [],
  )
  const rest = sumAmounts([total, ...refunds.map(({ amount }) => -amount)])
  if (paymentStatus === 'refunded' && rest > 0) refunds.push({ externalRefundId: 'rest', amount: rest })
  return {
    paymentStatus,
    payment: {
      method: readIriEnd(parseObject(parseList(shown).at(-1)).method),
      authorizedAmount: payments.length ? toMoney(sumIn(payments, 'authorized')) : null,
      paidAmount: payments.length ? toMoney(sumIn(payments, 'completed', 'refunded')) : null,
    },
    refunds,
  }
}
