import type { Order, OrderState } from '../../../schemas/sales/order.ts'
import type { SellerTerms } from '../../billing/sellers/seller-account.ts'
import type { OrderMeaning } from '../../connectors/order-states/order-states.ts'
import type { Id } from '../../platform/id.ts'
import type { SkuKey } from '../../platform/identifiers/sku.ts'
import { splitIntoAmountParts } from '../../platform/money/amount-parts.ts'
import type { Moves } from '../../platform/moves.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'

export const ORDER_MOVES = {
  accept: { from: ['held'], to: 'accepted' },
  reject: { from: ['held'], to: 'rejected' },
  cancel: { from: ['accepted', 'held'], to: 'cancelled' },
  cancel_in_shop: { from: ['accepted', 'held', 'rejected'], to: 'cancelled' },
  hold: { from: ['accepted'], to: 'held' },
  reopen: { from: ['cancelled'], to: 'held' },
} as const satisfies Moves<OrderState, string>

/** Members of an order that are computed when it is shown. */
export const COMPUTED = ['fulfilmentStatus', 'lineItemCount', 'totals'] as const

/** Members that people may correct although the shop tells them. */
export const CORRECTABLE = ['customer', 'shippingAddress', 'billingAddress', 'serviceLevel', 'customerNote'] as const

export interface StoredOrder extends Omit<Order, keyof Stored | (typeof COMPUTED)[number]>, Stored {
  /** The shop, in which its external id is unique; the channel itself for orders of no shop. */
  shopId: Id
  /**
   * Decision on the order, which neither cancelling it nor a state in the shop changes; `held` until one is made, and null if
   * it was cancelled before its import.
   */
  decided: Exclude<OrderState, 'cancelled'> | null
  /** Whom the order belongs to: the key of its customer, under which the orders of the customer are summed. */
  customerKey: string | null
  /** Partner that is charged for the order: the seller of the channel when the order was accepted. */
  sellerId: Id | null
  /** The agreement with the seller then; null without one. */
  sellerTerms: SellerTerms | null
  /** Day of its import in the tenant's time zone, on which analytics count it. */
  countedOn: string
  /** True once a fulfilment policy applies or a person plans its fulfilment, so that later changes matter to it. */
  isRouted: boolean
  /** SKUs of linked variants that the shop calls otherwise, by the shop's id: their pieces count as those of our variant. */
  soldAs: Readonly<Record<string, SkuKey>>
  /** The meaning of the state in the shop, in the version that was read last; `ship` for orders without a shop. */
  shopMeaning: OrderMeaning
  /** What the shop says of each member that people corrected; the correction counts until the shop says something else. */
  corrected: Partial<Pick<Order, (typeof CORRECTABLE)[number]>>
  /** True if somebody cancelled it here, so that the shop cannot restore it. */
  isCancelledHere: boolean
  /** True while what has not left waits for the shop, although the order stays accepted because pieces of it have left. */
  isRestHeld: boolean
  /** The expiry of an authorization of which people were warned. */
  warnedOfExpiry: string | null
  /** Hash of the row as received, which detects that the same row is received again. */
  rowHash: string
  /** File of its latest payload; null if it has none. */
  payloadFile: string | null
}

export const orderUri = (id: Id) => `commerce:///sales/orders/${id}`

/** Sums for analytics, by name. */
export type Amounts = Record<string, number>

const MAX_PROCESSING_SECONDS = 366 * 24 * 3600

const countProcessing = ({ placedAt, createdAt }: StoredOrder): Amounts => {
  const seconds = placedAt ? Math.round((Date.parse(createdAt) - Date.parse(placedAt)) / 1000) : -1
  return seconds < 0 ? {} : { processed: 1, processingSeconds: Math.min(seconds, MAX_PROCESSING_SECONDS) }
}

/**
 * Computes what an order adds to the counts of its day, a test nothing; revenue, which is what is kept after refunds, counts
 * while it is accepted.
 */
export const countOrder = (order: StoredOrder | undefined): Amounts => {
  if (!order || order.isTest) return {}
  const { decided, status, keptAmount, currency } = order
  return {
    imported: 1,
    ...(decided && { [decided]: 1 }),
    ...countProcessing(order),
    ...(status === 'accepted' && {
      [`orders_${currency}`]: 1,
      ...splitIntoAmountParts(currency, keptAmount),
    }),
  }
}

export const subtractAmounts = (before: Amounts, after: Amounts): Amounts => {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const by = (after[name] ?? 0) - (before[name] ?? 0)
      return by ? [[name, by] as const] : []
    }),
  )
}
