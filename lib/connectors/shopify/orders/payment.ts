import type { OrderRow } from '../../../../schemas/sales/order.ts'
import { parseObject, readText } from '../../reading.ts'

type PaymentStatus = NonNullable<OrderRow['paymentStatus']>

/** The words of `OrderDisplayFinancialStatus`. */
const STATUSES: Readonly<Record<string, PaymentStatus>> = {
  PENDING: 'unpaid',
  AUTHORIZED: 'authorized',
  PARTIALLY_PAID: 'partly_paid',
  PAID: 'paid',
  PARTIALLY_REFUNDED: 'partly_refunded',
  REFUNDED: 'refunded',
  EXPIRED: 'voided',
  VOIDED: 'voided',
}

/** Reads whether an order is paid. The shop says nothing of one that costs nothing, which is paid. */
export const readPaymentStatus = (displayFinancialStatus: unknown, ordered: number): PaymentStatus => {
  const word = readText(displayFinancialStatus, 100)
  if (word === null) return ordered === 0 ? 'paid' : 'unknown'
  return (Object.hasOwn(STATUSES, word) && STATUSES[word]) || 'unknown'
}

/** Joins the names of the ways in which an order was paid. */
export const readMethod = (order: unknown): string | null => {
  const { paymentGatewayNames: names } = parseObject(order)
  return readText((Array.isArray(names) ? names : []).flatMap((name) => readText(name) ?? []).join(', '))
}
