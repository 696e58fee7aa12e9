import { hashEmail } from '../../platform/access/email.ts'
import { foldEmail } from '../../platform/identifiers/fold-email.ts'
import { foldText } from '../../platform/identifiers/fold-text.ts'
import { foldOrderNumber } from '../../platform/identifiers/order-number.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import { searchableWords } from '../../platform/store/entities/entity.ts'
import type { ColumnValues } from '../../platform/store/entities/outline.ts'
import type { StoredOrder } from './order.ts'

/** The columns of the outline of an order; that of its fulfilment is kept by the fulfilment module. */
export const ORDER_COLUMNS = [
  ...['channel', 'status', 'number', 'external', 'emails', 'names', 'skus'],
  ...['placed', 'payment', 'currency', 'total', 'fulfilment', 'tags', 'customer'],
] as const
export type OrderColumn = (typeof ORDER_COLUMNS)[number]

/** Characters of the hash of an address: so few orders of a tenant share them by chance that nobody will see it. */
const EMAIL_DIGITS = 12

/** Hashes an address as outlines have it, so that they hold none. */
export const shortenEmail = (email: string): string => hashEmail(foldEmail(email)).slice(0, EMAIL_DIGITS)

/** Characters of an id, all from its random end, so that it packs well; no two customers of a tenant share them. */
const ID_DIGITS = 12

/** Shortens the id of a customer as outlines of orders have it. */
export const shortenCustomerId = (id: string): string => id.slice(-ID_DIGITS)

const distinct = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.filter((text) => text != null)),
]

/** Returns what searches need of an order. */
export const readOrderOutline = (order: StoredOrder): ColumnValues => {
  const { channelId, status, number, externalOrderId, placedAt, paymentStatus, currency, total, lineItems } = order
  const people = [order.customer, order.shippingAddress, order.billingAddress]
  const companies = [order.shippingAddress?.company, order.billingAddress?.company]
  return {
    channel: channelId,
    status,
    number: foldOrderNumber(number),
    external: externalOrderId,
    emails: distinct(people.map((each) => each?.email)).map(shortenEmail),
    names: searchableWords(distinct([...people.map((each) => each?.name), ...companies])),
    skus: distinct(lineItems.map(({ sku }) => sku && foldSku(sku))),
    placed: placedAt && Date.parse(placedAt),
    payment: paymentStatus,
    currency,
    total,
    tags: distinct(order.tags.map(foldText)),
    customer: order.customerId && shortenCustomerId(order.customerId),
  }
}
