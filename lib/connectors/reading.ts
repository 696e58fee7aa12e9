import type { Static, TSchema } from 'typebox'
import * as Type from 'typebox'
import { Check, Errors } from 'typebox/schema'
import { isCountry } from '../../schemas/country.ts'
import type { OrderRow } from '../../schemas/sales/order.ts'
import { MAX_ORDER_LINES } from '../../schemas/sales/order.ts'
import { isTooDeep } from '../platform/is-too-deep.ts'
import { AmountTooLarge } from '../platform/money/amounts.ts'
import { divideRounded } from '../platform/money/decimal.ts'
import { parseMinorUnits, scaleToMinorUnits } from '../platform/money/minor-units.ts'
import { parseExactJson } from '../platform/outbound/exact-json.ts'
import { isPathSegment } from '../platform/path-segment.ts'
import { type BadRecord, InvalidPayload, isBadRecord, type RemoteOrder } from './connector.ts'

/** The record cannot be read as an order; the message is for the tenant. */
class Unreadable extends Error {}

/** Not necessarily whole: some plugins sell by weight. */
export const Quantity = Type.Number({ minimum: 0, maximum: 1_000_000_000 })

const MAX_TEXT_LENGTH = 255

/** Returns text or a number of another system trimmed and shortened; null if it is empty. */
export const readText = (value: unknown, most = MAX_TEXT_LENGTH): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value).replaceAll('\u0000', '').trim().slice(0, most).toWellFormed().trim()
  return text || null
}

/** Returns text without trimming it, so that pushed text is read back unchanged; null if it is blank. */
export const readExactText = (value: unknown, most = MAX_TEXT_LENGTH): string | null => {
  const text = typeof value === 'string' ? value.replaceAll('\u0000', '').slice(0, most).toWellFormed() : ''
  return text.trim() ? text : null
}

/** Returns the title of a variant for places that do not show its product. */
export const joinTitle = (product: string, name: string): string =>
  name.startsWith(product) ? name : (readText(`${product}, ${name}`) ?? name)

/** Joins texts by a space, such as first and last name; null if all are empty. */
export const joinWords = (...parts: unknown[]): string | null =>
  readText(parts.flatMap((part) => readText(part) ?? []).join(' '))

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/

/** Returns a time as ISO 8601 in UTC; a time without a zone is UTC. Null if it is not a time. */
export const readInstant = (value: unknown): string | null => {
  const zone = typeof value === 'string' ? INSTANT.exec(value) : null
  if (!zone) return null
  const at = Date.parse(zone[1] ? zone[0] : `${zone[0]}Z`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** Returns the time. Throws if it is missing, because an order needs it. */
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

/** Returns the rounded price of one piece; null if the quantity is not a positive integer. */
export const computeUnitPrice = (total: number, quantity: number): number | null =>
  Number.isInteger(quantity) && quantity > 0 ? Number(divideRounded(BigInt(total), BigInt(quantity))) : null

export const readScaledMoney = (amount: number, scale: number, currency: string): number =>
  scaleToMinorUnits(amount, scale, currency)

/** Codes that the European Union has for its own use, which some shops store. */
const OTHER_CODES: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' }

/** Returns the code of a country; null if it is none, since an order without a country is better than none. */
const readCountry = (value: unknown): string | null => {
  const given = readText(value)?.toUpperCase() ?? ''
  const code = OTHER_CODES[given] ?? given
  return isCountry(code) ? code : null
}

type Address = NonNullable<OrderRow['shippingAddress']>

/** Returns an address in our format; null if all of its parts are missing. */
export const buildAddress = (given: Record<keyof Address, unknown>): Address | null => {
  const { name, company, line1, line2, city, postalCode, region, countryCode, phone, email } = given
  const address = {
    name: readText(name),
    company: readText(company),
    line1: readText(line1),
    line2: readText(line2),
    city: readText(city),
    postalCode: readText(postalCode, 32),
    region: readText(region),
    countryCode: readCountry(countryCode),
    phone: readText(phone, 50),
    email: readText(email, 254),
  }
  return Object.values(address).some((part) => part !== null) ? address : null
}

export const buildCustomer = (given: {
  name: string | null
  email: unknown
  phone: unknown
}): NonNullable<OrderRow['customer']> | null => {
  const customer = { name: given.name, email: readText(given.email, 254), phone: readText(given.phone, 50) }
  return Object.values(customer).some((part) => part !== null) ? customer : null
}

/** Returns what the buyer wrote, with its lines. */
export const readNote = (value: unknown): string | null => readText(value, 5000)

/** Converts `/line_items/0/quantity` to `line_items[0].quantity`. */
const toPropertyPath = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part, at) => (/^\d+$/.test(part) ? `[${part}]` : at ? `.${part}` : part))
    .join('')
    .slice(0, MAX_TEXT_LENGTH)

const describeMistake = (schema: TSchema, raw: unknown) => {
  const [, [first] = []] = Errors(schema, raw)
  return first ? `${toPropertyPath(first.instancePath) || 'the record'} ${first.message}` : 'is not an order'
}

export const isInteger = (value: unknown): value is number => Number.isSafeInteger(value)

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Returns the value if it is an object, otherwise an empty object. */
export const parseObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** Returns the value if it is a list, otherwise an empty list. */
export const parseList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The identifying values of a record that has not been validated. */
interface Identification {
  ref: unknown
  externalOrderId: unknown
  modifiedAt: unknown
}

/** Returns true if an id can be stored and requested unchanged; shortened ids could collide. */
const isKept = (text: string) => readText(text) === text && isPathSegment(text)

/** Reads a record as an order; returns a bad record with the reason if that fails. */
export const readOrder = <S extends TSchema>(
  schema: S,
  raw: unknown,
  known: (raw: Record<string, unknown>) => Identification,
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
    const read = map(raw)
    if (read.order.total < 0) return buildBadRecord('has a total below 0')
    if (!isKept(read.ref) || !isKept(read.order.externalOrderId))
      return buildBadRecord('has an id that cannot be stored')
    if ((read.order.lineItems?.length ?? 0) > MAX_ORDER_LINES)
      return buildBadRecord(`has more than ${MAX_ORDER_LINES} lines`)
    return read
  } catch (error) {
    if (error instanceof Unreadable) return buildBadRecord(error.message)
    if (error instanceof AmountTooLarge) return buildBadRecord('has an amount that is too large')
    throw error
  }
}

/** Returns the order. Throws `InvalidPayload` for a bad record. */
export const requireOrder = (record: RemoteOrder | BadRecord): RemoteOrder => {
  if (isBadRecord(record)) throw new InvalidPayload(record.error)
  return record
}

const decodeText = (raw: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw)
  } catch {
    throw new InvalidPayload('is not UTF-8 text')
  }
}

const readJson = (text: string): unknown => {
  try {
    return parseExactJson(text)
  } catch {
    throw new InvalidPayload('is not JSON')
  }
}

/** Parses the body of a webhook as a JSON object. Throws `InvalidPayload`. */
export const parseBody = (raw: Buffer): Record<string, unknown> => {
  const value = readJson(decodeText(raw))
  if (!isObject(value)) throw new InvalidPayload('is not a JSON object')
  if (isTooDeep(value)) throw new InvalidPayload('is nested too deeply')
  return value
}
