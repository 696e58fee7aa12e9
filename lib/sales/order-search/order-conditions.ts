import type { FulfilmentStatus } from '../../../schemas/fulfilment/fulfilment-status.ts'
import type { Order, OrderState } from '../../../schemas/sales/order.ts'
import { checkRange } from '../../platform/calendar/check-range.ts'
import { addDays, type Day, startOfDay } from '../../platform/calendar/day.ts'
import type { Id } from '../../platform/id.ts'
import { cleanExternalId } from '../../platform/identifiers/external-id.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import { foldOrderNumber } from '../../platform/identifiers/order-number.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { invalid } from '../../platform/problem.ts'
import { type ColumnTest, has, hasWords, is, isOneOf } from '../../platform/store/outlines/column-test.ts'
import type { Conditions } from '../../platform/store/outlines/search-outlines.ts'
import { type OrderColumn, shortenCustomerId, shortenEmail } from '../orders/order-outline.ts'

export interface OrderFilters {
  channelId?: Id | undefined
  status?: OrderState | undefined
  customerId?: Id | undefined
  number?: string | undefined
  externalOrderId?: string | undefined
  customerEmail?: string | undefined
  customerName?: string | undefined
  sku?: string | undefined
  trackingNumber?: string | undefined
  tag?: string | undefined
  placedFrom?: Day | undefined
  placedTo?: Day | undefined
  paymentStatus?: Order['paymentStatus'] | undefined
  fulfilmentStatus?: FulfilmentStatus | undefined
  currency?: string | undefined
  totalFrom?: number | undefined
  totalTo?: number | undefined
}

const isBetween = (from: number | undefined, to: number | undefined): ColumnTest | undefined =>
  from === undefined && to === undefined
    ? undefined
    : (value) => value !== null && Number(value) >= (from ?? -Infinity) && Number(value) <= (to ?? Infinity)

/** Throws the violations of ranges that end before they begin. */
export const checkOrderRanges = (filters: OrderFilters): void => {
  const { placedFrom, placedTo, totalFrom, totalTo } = filters
  checkRange({ placedFrom, placedTo }, 'placedFrom', 'placedTo')
  if (totalFrom !== undefined && totalTo !== undefined && Number(totalTo) < Number(totalFrom))
    throw invalid({ propertyPath: 'totalTo', message: 'must not be less than totalFrom' })
}

const toNumber = (given: number | undefined) => (given === undefined ? undefined : Number(given))

/** Facts that filters depend on: the zone in which a day begins, and the ids that orders of the customer have. */
export interface FilterContext {
  zone: string
  customerIds: readonly Id[]
}

/** Builds the conditions of the filters that are given. */
export const buildOrderConditions = (filters: OrderFilters, { zone, customerIds }: FilterContext): Conditions => {
  const { number, externalOrderId, customerEmail, customerName, sku, fulfilmentStatus } = filters
  const [from, to] = [filters.placedFrom, filters.placedTo]
  const placed = isBetween(
    from === undefined ? from : startOfDay(zone, from).getTime(),
    to === undefined ? to : startOfDay(zone, addDays(to, 1)).getTime() - 1,
  )
  const total = isBetween(toNumber(filters.totalFrom), toNumber(filters.totalTo))
  const conditions: Partial<Record<OrderColumn, ColumnTest>> = {
    ...(filters.channelId && { channel: is(filters.channelId) }),
    ...(filters.status && { status: is(filters.status) }),
    ...(filters.customerId && { customer: isOneOf(customerIds.map(shortenCustomerId)) }),
    ...(number && { number: is(foldOrderNumber(number)) }),
    ...(externalOrderId && { external: is(cleanExternalId(externalOrderId)) }),
    ...(customerEmail && { emails: has(shortenEmail(customerEmail)) }),
    ...(customerName && { names: hasWords(customerName) }),
    ...(sku && { skus: has(foldSku(sku)) }),
    ...(filters.tag && { tags: has(foldText(filters.tag)) }),
    ...(placed && { placed }),
    ...(filters.paymentStatus && { payment: is(filters.paymentStatus) }),
    ...(filters.currency && { currency: is(filters.currency) }),
    ...(total && { total }),
    ...(fulfilmentStatus && { fulfilment: (value) => (value ?? 'none') === fulfilmentStatus }),
  }
  return conditions as Conditions
}
