import type { OrderRow } from '../../../schemas/sales/order.ts'
import type { OrderSettings } from '../../../schemas/sales/order-settings.ts'
import type { Verdict } from '../../connectors/order-states/order-states.ts'

type Rules = Pick<OrderSettings, 'fulfilledPaymentStatuses' | 'fulfilsPaymentTerms' | 'cancelsRefunded'>
type Paid = Pick<OrderRow, 'paymentStatus' | 'payment'>

/** Tells whether an order is sold on account: it is not paid, and its shop has agreed on when it is. */
const isOnAccount = ({ fulfilsPaymentTerms }: Rules, { paymentStatus, payment }: Paid): boolean =>
  fulfilsPaymentTerms && ['unpaid', 'partly_paid'].includes(paymentStatus ?? '') && Boolean(payment?.terms)

/**
 * Judges an order by the rules of its channel about payment. `judge` judges it by the words of its shop; `isPayable` tells
 * whether the channel fulfils orders whose payment stands as that of this one.
 */
export const judgeByPayment = (rules: Rules, given: Paid, judge: (isPayable: boolean) => Verdict): Verdict => {
  const { fulfilledPaymentStatuses: fulfilled, cancelsRefunded } = rules
  const status = given.paymentStatus ?? 'unknown'
  const isListed = (fulfilled?.includes(status) ?? false) || isOnAccount(rules, given)
  const verdict = judge(isListed)
  if (verdict.meaning === 'ended' && verdict.word === 'refunded' && !cancelsRefunded)
    return { ...verdict, meaning: 'wait' }
  if (verdict.meaning !== 'ship' || !fulfilled || isListed || status === 'unknown') return verdict
  return {
    meaning: 'unpaid',
    word: status,
    reason: `The payment of the order is "${status}", with which the channel fulfils none`,
  }
}
