import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { type Order, OrderRow } from '../../../schemas/sales/order.ts'
import { requireCurrency } from '../../billing/currency.ts'
import { isPathSegment } from '../../platform/path-segment.ts'
import { Problem } from '../../platform/problem.ts'
import type { Seen } from '../acceptance-rule-sets/acceptance.ts'

/** What a row says of an order, in one form. */
export type RowFields = Pick<
  Order,
  | 'externalOrderId'
  | 'number'
  | 'platformStatus'
  | 'currency'
  | 'total'
  | 'placedAt'
  | 'customer'
  | 'shippingAddress'
  | 'billingAddress'
  | 'lineItems'
>

/** So that a page of a hundred orders is within what one answer can carry. */
const MOST_ROW_BYTES = 48 * 1024

const MOST_TOLD = 5

const placeOf = (pointer: string) =>
  pointer
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')

const TEXTS: Record<string, string> = {
  pattern: 'has the wrong form',
  format: 'must be a timestamp with its offset',
}

/** What is wrong with somebody else's record, in words that may be shown. */
export const messagesOf = (schema: TSchema, record: unknown, noun: string): string[] =>
  Errors(schema, record).flatMap(({ keyword, instancePath, message, params }) => {
    const missing = (params as { requiredProperties?: string[] }).requiredProperties
    if (keyword === 'required' && missing) return missing.map((name) => `${name} is required`)
    return [`${placeOf(instancePath) || noun} ${TEXTS[keyword] ?? message}`]
  })

/** What is blank is nothing. */
const textIn = (given: string | null | undefined) => (given?.trim() ? given : null)

type Address = NonNullable<OrderRow['shippingAddress']>

const addressOf = (given: Address | null | undefined): Order['shippingAddress'] =>
  given
    ? {
        name: textIn(given.name),
        line1: textIn(given.line1),
        line2: textIn(given.line2),
        city: textIn(given.city),
        postalCode: textIn(given.postalCode),
        region: textIn(given.region),
        countryCode: textIn(given.countryCode),
      }
    : null

const fieldsOf = (row: OrderRow, placedAt: Date | undefined): RowFields => ({
  externalOrderId: row.externalOrderId,
  number: textIn(row.number) ?? row.externalOrderId,
  platformStatus: textIn(row.status),
  currency: row.currency,
  total: row.total,
  placedAt: placedAt?.toISOString() ?? null,
  customer: row.customer ? { name: textIn(row.customer.name), email: textIn(row.customer.email) } : null,
  shippingAddress: addressOf(row.shippingAddress),
  billingAddress: addressOf(row.billingAddress),
  lineItems: (row.lineItems ?? []).map(({ sku, name, quantity, unitPrice = null }) => ({
    sku: textIn(sku),
    name: textIn(name),
    quantity,
    unitPrice,
  })),
})

/** What is wrong with the row in words that may be shown, or what it says. */
export const readRow = (row: unknown): { error: string } | { fields: RowFields } => {
  if (!Check(OrderRow, row)) return { error: messagesOf(OrderRow, row, 'the order').slice(0, MOST_TOLD).join('; ') }
  if (!isPathSegment(row.externalOrderId))
    return { error: 'externalOrderId must not be . or .., since no address can name it' }
  const placedAt = row.placedAt ? new Date(row.placedAt) : undefined
  if (placedAt && Number.isNaN(placedAt.getTime())) return { error: 'placedAt is no time that there is' }
  try {
    requireCurrency(row.currency, 'currency')
  } catch (error) {
    if (error instanceof Problem) return { error: 'currency must be a currency of ISO 4217' }
    throw error
  }
  const fields = fieldsOf(row, placedAt)
  if (Buffer.byteLength(JSON.stringify(fields)) > MOST_ROW_BYTES)
    return { error: `the order is larger than ${MOST_ROW_BYTES / 1024} KiB` }
  return { fields }
}

/** The id that a row bears, where it can be told. */
export const externalIdOf = (row: unknown): string | null => {
  const id = (row as { externalOrderId?: unknown } | null)?.externalOrderId
  return typeof id === 'string' && id.trim() ? id.slice(0, 255) : null
}

/** The order as rules see it: what it was read as goes before what was received. */
export const seenOf = (fields: RowFields, received: unknown): Seen => ({
  order: { ...fields, status: fields.platformStatus },
  raw: received,
})
