import { readText } from '../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from './custodian-connector.ts'
import { readFulfilment, UnreadableFulfilment } from './read-fulfilment.ts'
import { parseNotice } from './vendor/remote.ts'

const UPDATED = 'fulfilment_order.updated'

/** Reads a webhook that has the whole state of a fulfilment order; undefined for any other type. */
export const readNotice = ({ headers, raw }: CustodianDelivery): CustodianNotice | undefined => {
  const { type, data } = parseNotice(raw)
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
