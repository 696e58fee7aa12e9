import type { Order, OrderRow } from '../../../schemas/sales/order.ts'
import { sumAmounts } from '../../platform/money/amounts.ts'
import type { RefundAsRead } from './read-parts.ts'
import { trimText } from './trim-text.ts'

const toInstant = (given: string | null | undefined): string | null => (given ? new Date(given).toISOString() : null)

export const readPayment = ({ payment }: OrderRow): Order['payment'] =>
  payment
    ? {
        method: trimText(payment.method),
        authorizedAmount: payment.authorizedAmount ?? null,
        paidAmount: payment.paidAmount ?? null,
        terms: trimText(payment.terms),
        dueAt: toInstant(payment.dueAt),
        authorizationExpiresAt: toInstant(payment.authorizationExpiresAt),
      }
    : null

/**
 * Keeps the terms, and the time at which the rest is due, that were told before: shops may tell nothing of them once the order
 * is paid.
 */
export const keepTerms = (payment: Order['payment'], before: Order['payment']): Order['payment'] =>
  payment && {
    ...payment,
    terms: payment.terms ?? before?.terms ?? null,
    dueAt: payment.dueAt ?? before?.dueAt ?? null,
  }

export const readDisputes = ({ disputes }: Pick<OrderRow, 'disputes'>): Order['disputes'] =>
  (disputes ?? []).map(({ externalDisputeId, kind, status, amount, endedAt }) => ({
    ...{ externalDisputeId, kind, status, amount: amount ?? null, endedAt: toInstant(endedAt) },
  }))

/** Tells whether somebody still has to decide on a dispute about the payment. */
export const isDisputed = ({ disputes }: Pick<Order, 'disputes'>): boolean =>
  disputes.some(({ status }) => status === 'open')

/** Adds disputes that were lost to the refunds, since the customer got the money back. */
export const addLostDisputes = (row: OrderRow, refunds: readonly RefundAsRead[]): RefundAsRead[] => {
  const paid = row.payment?.paidAmount ?? row.total
  let left = Math.max(0, sumAmounts([paid, ...refunds.map(({ amount }) => -amount)]))
  const lost = readDisputes(row).filter(({ status }) => status === 'lost')
  return [
    ...refunds,
    ...lost.map((dispute): RefundAsRead => {
      const amount = dispute.amount ?? left
      left = Math.max(0, left - amount)
      return {
        externalRefundId: `dispute-${dispute.externalDisputeId}`,
        refundedAt: dispute.endedAt,
        amount,
        isMoneyMoved: true,
        cause: 'dispute',
        reason: dispute.kind === 'chargeback' ? 'Chargeback' : 'Dispute',
        shippingAmount: 0,
        lines: [],
      }
    }),
  ]
}

/** Lists times of the payment and the disputes of a row that do not exist; `at` is where the row is. */
export const findPaymentMistakes = ({ payment, disputes }: OrderRow, at: string): string[] => {
  const times = [
    [`${at}payment.dueAt`, payment?.dueAt],
    [`${at}payment.authorizationExpiresAt`, payment?.authorizationExpiresAt],
    ...(disputes ?? []).map(({ endedAt }, i) => [`${at}disputes[${i}].endedAt`, endedAt]),
  ]
  return times.flatMap(([path, given]) =>
    given && Number.isNaN(Date.parse(given)) ? [`${path} must be an existing date and time`] : [],
  )
}
