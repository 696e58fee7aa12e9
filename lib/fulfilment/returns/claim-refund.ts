import type { ResolveReturnInput } from '../../../schemas/fulfilment/return.ts'
import type { App } from '../../platform/app/app.ts'
import { isCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findOrderOfChannel } from '../../sales/orders/find-orders.ts'
import type { StoredOrder } from '../../sales/orders/order.ts'
import type { StoredReturn } from './return.ts'
import { findRefundedAmounts, putRefundedAmounts } from './return-store.ts'

type Given = Pick<ResolveReturnInput, 'resolution' | 'refundAmount' | 'currency'>

const explainCurrency = (given: string | null | undefined, order: StoredOrder | undefined): string | undefined => {
  if (!given || given === order?.currency) return undefined
  if (order) return `must be ${order.currency}, the currency of the sales order`
  return isCurrencyOfRecords(given) ? undefined : 'must be an ISO 4217 currency code'
}

const explainAmount = ({ resolution, refundAmount }: Given, refunded: number, order: StoredOrder | undefined) => {
  if (!refundAmount) return undefined
  if (resolution === 'closed_without_refund')
    return 'must be absent or 0, because the return is closed without a refund'
  const most = order && Math.max(0, order.total - refunded)
  if (most === undefined || refundAmount <= most) return undefined
  return `must be at most ${most}: the sales order costs ${order?.total}, and its other returns refunded ${refunded}`
}

/**
 * Claims the part of the sales order's total that a return refunds, so that all of its returns together never refund more,
 * however many of them race. Returns the currency of the refund, or null if no amount is given.
 */
export const claimRefund = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  { salesOrderId }: Pick<StoredReturn, 'salesOrderId'>,
  given: Given,
): Promise<string | null> => {
  const { refundAmount, currency } = given
  if (refundAmount == null && !currency) return null
  const [found, before] = salesOrderId
    ? await Promise.all([
        findOrderOfChannel(db, unit.tenant, salesOrderId),
        findRefundedAmounts(db, unit.tenant, salesOrderId),
      ])
    : []
  const order = found?.order
  const refunded = (order && before?.amounts[order.currency]) ?? 0
  const explained = { currency: explainCurrency(currency, order), refundAmount: explainAmount(given, refunded, order) }
  const violations = Object.entries(explained).flatMap(([propertyPath, message]): Violation[] =>
    message ? [{ propertyPath, message }] : [],
  )
  if (violations.length) throw invalid(...violations)
  if (refundAmount == null) return null
  if (!order && !currency)
    throw invalid({ propertyPath: 'currency', message: 'must be given, because the return belongs to no sales order' })
  if (order && refundAmount)
    putRefundedAmounts(unit, order.id, before, { ...before?.amounts, [order.currency]: refunded + refundAmount })
  return currency ?? order?.currency ?? null
}
