import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { Check, Errors } from 'typebox/schema'
import type { OrderRow } from '../../schemas/sales/order.ts'
import { MAX_ORDER_LINES } from '../../schemas/sales/order.ts'
import { AmountTooLarge } from '../platform/money/amounts.ts'
import { divideRounded } from '../platform/money/decimal.ts'
import { parseMinorUnits, scaleToMinorUnits } from '../platform/money/minor-units.ts'
import { isPathSegment } from '../platform/path-segment.ts'
import { type BadRecord, InvalidPayload, isBadRecord, type RemoteOrder } from './connector.ts'
import { isTooDeep } from './is-too-deep.ts'

/** What makes a record no order; the message goes to the tenant. */
class Unreadable extends Error {}

/** Whole, but for platforms with plugins that sell by weight. */
export const Quantity = Type.Number({ minimum: 0, maximum: 1_000_000_000 })

const MAX_TEXT_LENGTH = 255

/** Somebody else's text as it can be kept: cut, and null where it is empty. */
export const readText = (value: unknown, most = MAX_TEXT_LENGTH): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).replaceAll('\u0000', '').trim().slice(0, most).toWellFormed().trim()
  return text || null
}

/** The same to the letter, so that what was pushed comes back as it was; null where it is blank. */
export const readExactText = (value: unknown, most = MAX_TEXT_LENGTH): string | null => {
  const text = typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, most).toWellFormed() : ''
  return text.trim() ? text : null
}

/** What people call a variant where its product is not named beside it. */
export const joinTitle = (product: string, name: string): string =>
  name.startsWith(product) ? name : (readText(`${product}, ${name}`) ?? name)

/** Words next to each other, such as first and last name. */
export const joinWords = (...parts: unknown[]): string | null =>
  readText(parts.flatMap((part) => readText(part) ?? []).join(' '))

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/

/** A time in UTC; what names no zone is in UTC already. Null where it is none. */
export const readInstant = (value: unknown): string | null => {
  const zone = typeof value === 'string' ? INSTANT.exec(value) : null
  if (!zone) return null
  const at = Date.parse(zone[1] ? zone[0] : `${zone[0]}Z`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** The time; a record without it is no order. */
export const requireInstant = (value: unknown, name: string): string => {
  const at = readInstant(value)
  if (!at) throw new Unreadable(`${name} must be a time`)
  return at
}

export const readMoney = (decimal: string, currency: string, name: string): number => {
  const amount = parseMinorUnits(decimal, currency)
  if (amount === undefined) throw new Unreadable(`${name} must be an amount`)
  return amount
}

/** What one of them costs, where so many cost the total. */
export const computeUnitPrice = (total: number, quantity: number): number | null =>
  Number.isInteger(quantity) && quantity > 0 ? Number(divideRounded(BigInt(total), BigInt(quantity))) : null

export const readScaledMoney = (amount: number, scale: number, currency: string): number =>
  scaleToMinorUnits(amount, scale, currency)

type Address = NonNullable<OrderRow['shippingAddress']>

/** An address in our form; null where nothing of it is there. */
export const buildAddress = (given: Record<keyof Address, unknown>): Address | null => {
  const { name, line1, line2, city, postalCode, region, countryCode } = given
  const code = readText(countryCode)?.toUpperCase() ?? ''
  const address = {
    name: readText(name),
    line1: readText(line1),
    line2: readText(line2),
    city: readText(city),
    postalCode: readText(postalCode, 32),
    region: readText(region),
    countryCode: /^[A-Z]{2}$/.test(code) ? code : null,
  }
  return Object.values(address).some((part) => part !== null) ? address : null
}

export const buildCustomer = (name: string | null, email: unknown): NonNullable<OrderRow['customer']> | null =>
  name || readText(email) ? { name, email: readText(email, 254) } : null

/** `/line_items/0/quantity` as `line_items[0].quantity`. */
const toPropertyPath = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at ? `.${part}` : part))
    .join('')
    .slice(0, MAX_TEXT_LENGTH)

const describeMistake = (schema: TSchema, raw: unknown) => {
  const [, [first] = []] = Errors(schema, raw) as [boolean, { instancePath: string; message: string }[]]
  return first ? `${toPropertyPath(first.instancePath) || 'the record'} ${first.message}` : 'is no order'
}

/** The object that it is, or an empty one. */
export const parseObject = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

/** What a record is known by, as far as that can be told before looking closer. */
interface Known {
  ref: unknown
  externalOrderId: unknown
  modifiedAt: unknown
}

/** Whether text stays as it is and can be asked for; ids must not be cut, since others might become the same. */
const isKept = (text: string) => readText(text) === text && isPathSegment(text)

/** The record as an order, or what is wrong with it. */
export const readOrder = <S extends TSchema>(
  schema: S,
  raw: unknown,
  known: (raw: Record<string, unknown>) => Known,
  map: (record: Static<S>) => RemoteOrder,
): RemoteOrder | BadRecord => {
  const buildBadRecord = (error: string): BadRecord => {
    const { ref, externalOrderId, modifiedAt } = known(parseObject(raw))
    return {
      ref: readText(ref) ?? '',
      externalOrderId: readText(externalOrderId),
      error,
      modifiedAt: readInstant(modifiedAt),
    }
  }
  try {
    if (!Check(schema, raw)) return buildBadRecord(describeMistake(schema, raw))
    const read = map(raw as Static<S>)
    if (read.order.total < 0) return buildBadRecord('has a total below 0')
    if (!isKept(read.ref) || !isKept(read.order.externalOrderId)) return buildBadRecord('has an id that cannot be kept')
    if ((read.order.lineItems?.length ?? 0) > MAX_ORDER_LINES) return buildBadRecord('has more lines than can be kept')
    return read
  } catch (error) {
    if (error instanceof Unreadable) return buildBadRecord(error.message)
    if (error instanceof AmountTooLarge) return buildBadRecord('has an amount that is too large')
    throw error
  }
}

/** The order alone, for where there is no list to put a bad record into. */
export const requireOrder = (record: RemoteOrder | BadRecord): RemoteOrder => {
  if (isBadRecord(record)) throw new InvalidPayload(record.error)
  return record
}

const textIn = (raw: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    throw new InvalidPayload('is no UTF-8 text')
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidPayload('is no JSON')
  }
}

/** The JSON object that a webhook's body is. */
export const jsonObjectIn = (raw: Buffer): Record<string, unknown> => {
  const value = readJson(textIn(raw))
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new InvalidPayload('is no JSON object')
  if (isTooDeep(value)) throw new InvalidPayload('is nested too deep')
  return value as Record<string, unknown>
}
