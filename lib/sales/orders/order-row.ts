import type { TSchema } from 'typebox'
import { Check, Errors } from 'typebox/value'
import { type Order, OrderRow } from '../../../schemas/sales/order.ts'
import type { RuleInput } from '../../platform/conditions/conditions.ts'
import { describeViolation } from '../../platform/http/request/describe-violation.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { cleanExternalId } from '../../platform/identifiers/external-id.ts'
import { requireCurrencyOfRecords } from '../../platform/money/currencies.ts'
import { isPathSegment } from '../../platform/path-segment.ts'
import { Problem } from '../../platform/problem.ts'
import { packLarge } from '../../platform/store/table/pack.ts'
import { readFulfilments, type Shown } from '../order-parts/read-fulfilments.ts'
import { findPartMistakes, isTooLarge, type PartsAsRead, readParts } from '../order-parts/read-parts.ts'
import { trimText } from '../order-parts/trim-text.ts'
import type { StoredOrder } from './order.ts'

/** Fields of an order, normalized from a row. */
export interface RowFields
  extends PartsAsRead,
    Pick<
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
      | 'serviceLevel'
      | 'customerNote'
      | 'isTest'
    > {}

/** More than the largest number of lines needs, with texts of the usual length. */
const MAX_ROW_BYTES = 1024 * 1024
/** Keeps an order, whose parts are stored compressed if they are large, within the maximum size of an item. */
const MAX_PACKED_BYTES = 200 * 1024

const MAX_MESSAGES = 5

type Schema = { title?: string } & { [name: string]: Schema | undefined }

/** Finds the part of a schema that a path such as `#/properties/currency` names. */
const findPart = (schema: TSchema, path: string): Schema | undefined =>
  path
    .split('/')
    .slice(1)
    .reduce<Schema | undefined>((part, name) => part?.[name], schema as unknown as Schema)

/**
 * Describes the violations of a platform's record as those of a request are, without quoting its values. `noun` names the
 * record, and `at` is where it is.
 */
export const describeMistakes = (schema: TSchema, record: unknown, noun: string, at = ''): string[] => {
  const found = Errors(schema, record).flatMap(({ keyword, instancePath, schemaPath, message, params }) => {
    const { requiredProperties, additionalProperties } = params as Record<string, string[] | undefined>
    const reported = { keyword, instancePath, params, parentSchema: findPart(schema, schemaPath), message }
    const members = requiredProperties ?? additionalProperties ?? [undefined]
    return members.map((member) => describeViolation(reported, member))
  })
  const byPath = new Map(found.toReversed().map((each) => [each.propertyPath, each]))
  return [...byPath.values()]
    .toReversed()
    .map(({ propertyPath, message }) => `${propertyPath ? at + propertyPath : noun} ${message}`)
}

type Address = NonNullable<OrderRow['shippingAddress']>

export const toAddress = (given: Address | null | undefined): Order['shippingAddress'] =>
  given
    ? {
        name: trimText(given.name),
        company: trimText(given.company),
        line1: trimText(given.line1),
        line2: trimText(given.line2),
        city: trimText(given.city),
        postalCode: trimText(given.postalCode),
        region: trimText(given.region),
        countryCode: trimText(given.countryCode),
        phone: trimText(given.phone),
        email: trimText(given.email),
      }
    : null

export const toCustomer = (given: OrderRow['customer']): Order['customer'] =>
  given ? { name: trimText(given.name), email: trimText(given.email), phone: trimText(given.phone) } : null

const readFields = (row: OrderRow, placedAt: Date | undefined): RowFields => ({
  externalOrderId: cleanExternalId(row.externalOrderId),
  number: cleanText(row.number ?? '') || cleanExternalId(row.externalOrderId),
  platformStatus: trimText(row.status),
  currency: row.currency,
  total: row.total,
  placedAt: placedAt?.toISOString() ?? null,
  customer: toCustomer(row.customer),
  shippingAddress: toAddress(row.shippingAddress),
  billingAddress: toAddress(row.billingAddress),
  serviceLevel: trimText(row.serviceLevel),
  customerNote: trimText(row.customerNote),
  isTest: row.isTest ?? false,
  ...readParts(row),
})

/** What is wrong with a row: all mistakes, and the first of them as one text to show. */
export interface FlawedRow {
  error: string
  mistakes: readonly string[]
}

const flawed = (...mistakes: readonly string[]): FlawedRow => ({
  error: mistakes.slice(0, MAX_MESSAGES).join('; '),
  mistakes,
})

/** Parses a row; returns its mistakes if it is invalid. `entry` is where the row is in a request, such as `orders[3]`. */
export const parseOrderRow = (row: unknown, entry?: string): FlawedRow | { fields: RowFields; shown: Shown } => {
  const at = entry ? `${entry}.` : ''
  if (!Check(OrderRow, row)) return flawed(...describeMistakes(OrderRow, row, entry ?? 'the order', at))
  if (!cleanExternalId(row.externalOrderId))
    return flawed(`${at}externalOrderId must have a character that can be seen`)
  if (!isPathSegment(cleanExternalId(row.externalOrderId)))
    return flawed(`${at}externalOrderId must not be . or .., since these cannot be part of a URL`)
  const mistakes = findPartMistakes(row, at)
  if (mistakes.length) return flawed(...mistakes)
  const placedAt = row.placedAt ? new Date(row.placedAt) : undefined
  if (placedAt && Number.isNaN(placedAt.getTime())) return flawed(`${at}placedAt must be an existing date and time`)
  if (row.modifiedAt && Number.isNaN(Date.parse(row.modifiedAt)))
    return flawed(`${at}modifiedAt must be an existing date and time`)
  try {
    requireCurrencyOfRecords(row.currency, 'currency')
  } catch (error) {
    if (error instanceof Problem) return flawed(`${at}currency must be an ISO 4217 currency code`)
    throw error
  }
  const fields = readFields(row, placedAt)
  if (isTooLarge(fields.total, fields)) return flawed(`${entry ?? 'the order'} must have smaller amounts`)
  const packed = packLarge(fields)?.length ?? 0
  if (packed > MAX_PACKED_BYTES || Buffer.byteLength(JSON.stringify(fields)) > MAX_ROW_BYTES)
    return flawed(
      `${entry ?? 'the order'} must not be larger than ${MAX_ROW_BYTES / 1024} KiB, or ${MAX_PACKED_BYTES / 1024} KiB compressed`,
    )
  return { fields, shown: readFulfilments(row) }
}

/** Reads the external id of a row that may be invalid; null if it has none. */
export const readExternalId = (row: unknown): string | null => {
  const id = (row as { externalOrderId?: unknown } | null)?.externalOrderId
  return typeof id === 'string' ? cleanExternalId(id).slice(0, 255) || null : null
}

/**
 * Builds the input of acceptance rules from a row or a stored order, of which it leaves out what only the platform knows;
 * the normalized fields take precedence over the received payload.
 */
export const toRuleInput = (fields: RowFields | StoredOrder, received: unknown): RuleInput => {
  const { externalOrderId, number, platformStatus, currency, total, placedAt, shopCurrency, shopTotal } = fields
  const { customer, shippingAddress, billingAddress, serviceLevel, lineItems, shippingLines, discounts } = fields
  const { customerNote, paymentStatus, payment, isTest } = fields
  return {
    order: {
      ...{ externalOrderId, number, platformStatus, status: platformStatus, currency, total, placedAt },
      ...{ customer, shippingAddress, billingAddress, serviceLevel, lineItems, shippingLines, discounts },
      ...{ customerNote, shopCurrency, shopTotal, paymentStatus, payment, isTest },
    },
    raw: received,
  }
}
