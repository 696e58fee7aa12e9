import type { OrderRow } from '../../../../schemas/sales/order.ts'
import type { Shop } from '../../connector.ts'
import { readPath } from '../../graphql.ts'
import { isInteger, parseList, parseObject, readInstant, readText } from '../../reading.ts'
import { readId } from './money.ts'

type FulfilmentRow = NonNullable<OrderRow['fulfilments']>[number]
type Pieces = NonNullable<FulfilmentRow['lines']>

const ENDED = ['CANCELLED', 'ERROR', 'FAILURE']

const readPieces = (list: unknown, name: 'quantity' | 'remainingQuantity'): Pieces =>
  parseList(readPath(list, 'nodes')).flatMap((node) => {
    const quantity = readPath(node, name)
    return isInteger(quantity) && quantity > 0
      ? [{ externalLineId: readId(readPath(node, 'lineItem', 'id')), quantity }]
      : []
  })

const readSent = (order: unknown): FulfilmentRow[] =>
  parseList(parseObject(order).fulfillments).flatMap((fulfilment) => {
    const { id, status, trackingInfo, fulfillmentLineItems } = parseObject(fulfilment)
    const lines = readPieces(fulfillmentLineItems, 'quantity')
    const numbers = parseList(trackingInfo).flatMap((each) => readText(readPath(each, 'number')) ?? [])
    return ENDED.includes(String(status)) || !lines.length
      ? []
      : [{ externalFulfilmentId: readText(id), trackingNumbers: [...new Set(numbers)], lines }]
  })

/** States in which pieces of a fulfilment order are still to be sent. */
const EXPECTED = ['OPEN', 'IN_PROGRESS', 'INCOMPLETE', 'ON_HOLD', 'SCHEDULED']
const WAITING = ['ON_HOLD', 'SCHEDULED']
/** Ways in which the customer gets the goods without a parcel. */
const WITHOUT_PARCEL = ['PICK_UP', 'RETAIL', 'NONE']

/**
 * Tells whether a location is one from which the channel sends: those it names, or else all that belong to no other service.
 */
const isOurs = (location: unknown, { fulfilment_location_ids: named }: Shop['config']): boolean => {
  const ids = (named ?? '').split(',').flatMap((id) => readId(id.trim()) ?? [])
  if (ids.length) return ids.includes(readId(readPath(location, 'id')) ?? '')
  return readPath(location, 'isFulfillmentService') !== true
}

const readRequest = (request: unknown, config: Shop['config']): FulfilmentRow[] => {
  const { id, status, assignedLocation, deliveryMethod, lineItems } = parseObject(request)
  const lines = readPieces(lineItems, 'remainingQuantity')
  if (!EXPECTED.includes(String(status)) || !lines.length) return []
  const shown = { externalFulfilmentId: readText(id), lines }
  const isElsewhere =
    WITHOUT_PARCEL.includes(String(readPath(deliveryMethod, 'methodType'))) ||
    !isOurs(readPath(assignedLocation, 'location'), config)
  if (isElsewhere) return [{ ...shown, kind: 'elsewhere' }]
  return WAITING.includes(String(status)) ? [{ ...shown, kind: 'on_hold' }] : []
}

/** Finds pieces that the shop expects in no fulfilment order that the app may see: those of other services. */
const findUnseen = (order: unknown, requests: readonly unknown[]): FulfilmentRow[] => {
  // The shop makes the first fulfilment orders some moments after the order.
  if (!requests.length) return []
  const seen = new Map<string, number>()
  for (const request of requests) {
    if (!EXPECTED.includes(String(readPath(request, 'status')))) continue
    for (const { externalLineId, quantity } of readPieces(readPath(request, 'lineItems'), 'remainingQuantity'))
      seen.set(externalLineId ?? '', (seen.get(externalLineId ?? '') ?? 0) + quantity)
  }
  const lines = parseList(readPath(order, 'lineItems', 'nodes')).flatMap((line) => {
    const { unfulfilledQuantity, requiresShipping } = parseObject(line)
    const externalLineId = readId(readPath(line, 'id'))
    const quantity = Number(unfulfilledQuantity) - (seen.get(externalLineId ?? '') ?? 0)
    return requiresShipping !== false && quantity > 0 ? [{ externalLineId, quantity }] : []
  })
  return lines.length ? [{ kind: 'elsewhere', lines }] : []
}

/** Reads what was sent of an order, what others send of it, and what is held back. */
export const readFulfilmentRows = (order: unknown, config: Shop['config']): FulfilmentRow[] => {
  const requests = parseList(parseObject(order).fulfillmentOrders)
  return [
    ...readSent(order),
    ...requests.flatMap((request) => readRequest(request, config)),
    ...findUnseen(order, requests),
  ]
}

const describeHold = (request: unknown): string[] => {
  const { status, fulfillAt, fulfillmentHolds } = parseObject(request)
  if (status === 'SCHEDULED') {
    const at = readInstant(fulfillAt)
    return at ? [`until ${at}`] : []
  }
  if (status !== 'ON_HOLD') return []
  return parseList(fulfillmentHolds).flatMap((hold) => {
    const parts = [readText(readPath(hold, 'reason')), readText(readPath(hold, 'reasonNotes'), 200)]
    return parts.some(Boolean) ? [parts.filter(Boolean).join(': ')] : []
  })
}

/** Returns what the shop says of the holds of an order, and the day until which it is scheduled; null if nothing. */
export const readHold = (order: unknown): string | null =>
  readText([...new Set(parseList(parseObject(order).fulfillmentOrders).flatMap(describeHold))].join('; '))
