import { readText } from '../connectors/reading.ts'
import { isTooDeep } from '../platform/is-too-deep.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from './custodian-connector.ts'
import { readFulfilment, UnreadableFulfilment } from './read-fulfilment.ts'

const UPDATED = 'fulfilment_order.updated'

const parseBody = (raw: Buffer): { type?: unknown; data?: unknown } => {
  let value: unknown
  try {
    value = JSON.parse(raw.toString('utf8'))
  } catch {
    throw new InvalidNotice('is not JSON')
  }
  if (typeof value !== 'object' || value === null || isTooDeep(value)) throw new InvalidNotice('is not a JSON object')
  return value
}

/** Reads a webhook that has the whole state of a fulfilment order; undefined for any other type. */
export const readNotice = ({ headers, raw }: CustodianDelivery): CustodianNotice | undefined => {
  const { type, data } = parseBody(raw)
  if (readText(type) === null) throw new InvalidNotice('has no type')
  if (type !== UPDATED) return undefined
  try {
    const fulfilment = readFulfilment(data)
    const eventId = readText(headers['webhook-id'])
    return { topic: UPDATED, eventId, order: { reference: fulfilment.reference }, fulfilment }
  } catch (error) {
    if (error instanceof UnreadableFulfilment) throw new InvalidNotice(error.message)
    throw error
  }
}
