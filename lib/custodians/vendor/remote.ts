import { isInteger, parseObject, readInstant, readText } from '../../connectors/reading.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { isTooDeep } from '../../platform/is-too-deep.ts'
import type { PacedAnswer } from '../../platform/outbound/paced-http.ts'
import { CustodianError, InvalidNotice, type RemoteFulfilment, type TrackingEvent } from '../custodian-connector.ts'

type Json = Readonly<Record<string, unknown>>

/** Returns the objects of a list; an absent list is empty. */
export const listObjects = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(parseObject) : []

/** Returns the value of a table whose names come from a custodian; undefined if the name is unknown to us. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined =>
  typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined

export const buildUnreadableError = (name: string): CustodianError =>
  new CustodianError('UPSTREAM_ERROR', `The answer of ${name} cannot be read.`, { isUnclear: true })

export const buildCursorError = (): CustodianError =>
  new CustodianError('INVALID_CONFIG', 'The cursor is not one of this custodian.')

/** Returns an id of the custodian as text. Throws if there is none. */
export const requireId = (name: string, value: unknown): string => {
  const id = readText(value)
  if (!id) throw buildUnreadableError(name)
  return id
}

export const readCount = (value: unknown): number => (isInteger(value) && value > 0 ? value : 0)

interface Pieces {
  sku: string
  quantity: number
}

/**
 * Adds up the pieces of each SKU, however it is spelled, in the order in which the SKUs first appear; leaves out those without
 * pieces.
 */
export const sumBySku = <Line extends Pieces>(lines: readonly Line[]): Line[] => {
  const sums = new Map<SkuKey, Line>()
  for (const line of lines) {
    const key = foldSku(line.sku)
    const { quantity } = sums.get(key) ?? { quantity: 0 }
    sums.set(key, { ...(sums.get(key) ?? line), quantity: quantity + line.quantity })
  }
  return [...sums.values()].filter(({ quantity }) => quantity > 0)
}

/** Reads lines from pairs of a SKU and a quantity; leaves out those without either. */
export const readPieces = (pairs: readonly (readonly [unknown, unknown])[]): Pieces[] =>
  sumBySku(
    pairs.flatMap(([sku, quantity]) => {
      const name = readText(sku)
      return name ? [{ sku: name, quantity: readCount(quantity) }] : []
    }),
  )

/** Returns an event; null if its time cannot be read. */
export const buildEvent = (
  occurredAt: unknown,
  { sourceId, state, flag, description, place }: Partial<Omit<TrackingEvent, 'occurredAt'>>,
): TrackingEvent | null => {
  const at = readInstant(occurredAt)
  if (!at) return null
  return {
    sourceId: sourceId ?? null,
    occurredAt: at,
    state: state ?? null,
    flag: flag ?? null,
    description: description ?? null,
    place: place ?? null,
  }
}

export const isEvent = (event: TrackingEvent | null): event is TrackingEvent => event !== null

/** Joins the parts of a place, such as city and country; null if all are empty. */
export const joinPlace = (...parts: unknown[]): string | null =>
  readText(parts.flatMap((part) => readText(part) ?? []).join(', '))

/** An order that the custodian did not take, so that there is nothing to read or cancel. */
export const buildRefused = (reference: string, reason: string): RemoteFulfilment => ({
  reference,
  remoteId: reference,
  state: 'refused',
  reason,
  cancelled: [],
  parcels: [],
})

const CAUSES: readonly (readonly [RegExp, string])[] = [
  [/address|postal|postcode|zip|country|province|recipient/i, 'It does not accept the delivery address.'],
  [/sku|product|inventory|item/i, 'It does not know or cannot ship a product of the order.'],
  [/shipping.?method|ship.?method|service|speed/i, 'It does not offer the service level.'],
]

/** Explains in our words why an order was refused; the custodian's own text may hold personal data. */
export const explainRefusal = (name: string, { status, json }: Pick<PacedAnswer, 'status' | 'json'>): string => {
  const text = JSON.stringify(json ?? '').slice(0, 4000)
  const cause = CAUSES.find(([pattern]) => pattern.test(text))?.[1]
  return `${name} refuses the order (${status}).${cause ? ` ${cause}` : ''}`
}

/** Parses the body of a webhook as a JSON object. Throws `InvalidNotice`. */
export const parseNotice = (raw: Buffer): Json => {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    throw new InvalidNotice('is not JSON')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new InvalidNotice('is not a JSON object')
  if (isTooDeep(value)) throw new InvalidNotice('is nested too deeply')
  return parseObject(value)
}

/** Runs what follows a request that may have been carried out: if it fails, the whole is unclear. */
export const afterSending = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CustodianError) || error.isUnclear) throw error
    const { code, message, retryAfterSeconds } = error
    throw new CustodianError(code, message, { isUnclear: true, retryAfterSeconds, cause: error })
  }
}
