import type { Static } from 'typebox'
import * as Type from 'typebox'
import { input, nullable, oneOf, optional, text } from '../types.ts'
import { PAYMENT_STATUSES } from './payment-status.ts'

/** Events at which a seller earns what is owed for an order. */
export const EARNING_STEPS = ['accepted', 'handed_over', 'delivered'] as const

/** The moneys in which a seller can be owed an order. */
export const SELLER_CURRENCIES = ['order', 'shop'] as const

const MAX_DAYS_AFTER = 365
const MAX_METHODS = 50

const orderSettings = {
  fulfilledPaymentStatuses: nullable(
    Type.Array(oneOf(PAYMENT_STATUSES), {
      minItems: 1,
      maxItems: PAYMENT_STATUSES.length,
      description:
        'Payment statuses with which orders are fulfilled; orders with another one wait for it. Null: those that the shop calls paid or authorized. Add `unpaid` to sell on account, and leave out `authorized` to wait until the payment is captured. Orders of which no payment status is known are fulfilled',
      examples: [['paid', 'authorized', 'partly_refunded']],
    }),
  ),
  fulfilsPaymentTerms: Type.Boolean({
    default: false,
    description:
      'Whether unpaid orders are fulfilled for which the shop has agreed on payment terms, such as 30 days; they are sold on account',
  }),
  onAccountPaymentMethods: Type.Array(text(255), {
    maxItems: MAX_METHODS,
    default: [],
    description:
      'Payment methods, as `payment.method` of orders names them, with which orders are sold on account: they are fulfilled although they are not paid yet, or only authorized. Case and white space do not count. Of an order that was paid in several ways, one is enough',
    examples: [['cod', 'Cash on Delivery (COD)']],
  }),
  cancelsRefunded: Type.Boolean({
    default: true,
    description: 'Whether an order that was refunded in full is cancelled; if not, it is held for a person',
  }),
  holdsUnexplained: Type.Boolean({
    default: false,
    description: 'Whether an order is held if its lines and shipping do not add up to its total',
  }),
  sellerEarnsWhen: oneOf(EARNING_STEPS, {
    default: 'accepted',
    description:
      'When the seller earns what is owed to it for an order: as soon as it is accepted, or its pieces as they are handed over, or as they are delivered. Orders keep what the channel said when they were accepted. Parcels that nobody tells delivered earn nothing with `delivered`',
  }),
  sellerCurrency: oneOf(SELLER_CURRENCIES, {
    default: 'order',
    description:
      'In which money the seller is owed an order that was paid in another currency than that of the shop: `order`, in which the customer paid, or `shop`, by the total that the shop says beside it. Orders keep what the channel said when they were accepted',
  }),
  sellerEarnsAfterDays: Type.Integer({
    minimum: 0,
    maximum: MAX_DAYS_AFTER,
    default: 0,
    description: 'Days after that until it is earned; 0 for orders that are earned when they are accepted',
  }),
}

export const OrderSettings = Type.Object(orderSettings)
export type OrderSettings = Static<typeof OrderSettings>

export const OrderSettingsInput = input(optional(orderSettings))
export type OrderSettingsInput = Static<typeof OrderSettingsInput>
