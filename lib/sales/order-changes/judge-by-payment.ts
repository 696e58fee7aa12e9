import type { OrderRow } from '../../../schemas/sales/order.ts'
import type { OrderSettings } from '../../../schemas/sales/order-settings.ts'
import type { Verdict } from '../../connectors/order-states/order-states.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'

type Rules = Pick<
  OrderSettings,
  'fulfilledPaymentStatuses' | 'fulfilsPaymentTerms' | 'onAccountPaymentMethods' | 'cancelsRefunded'
>
type Paid = Pick<OrderRow, 'paymentStatus' | 'payment'>

const UNPAID: readonly unknown[] = ['unpaid', 'partly_paid']

/** Connectors join the names of several payment methods by commas, which may be in a name as well. */
const bracket = (names: string) => `,${foldText(names).replaceAll(', ', ',')},`

/**
 * Tells whether an order is sold on account: it is not paid, and its shop has agreed on when it is, or the channel trusts its
 * payment method. Some shops call an order authorized as soon as its customer has promised to pay.
 */
const isOnAccount = (rules: Rules, { paymentStatus, payment }: Paid): boolean => {
  if (UNPAID.includes(paymentStatus) && rules.fulfilsPaymentTerms && payment?.terms) return true
  const { method } = payment ?? {}
  if (!method || !(UNPAID.includes(paymentStatus) || paymentStatus === 'authorized')) return false
  return rules.onAccountPaymentMethods.some((name) => bracket(method).includes(bracket(name)))
}

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
