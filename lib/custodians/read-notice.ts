import { readInstant, readText } from '../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from './custodian-connector.ts'
import { readFulfilment, UnreadableFulfilment } from './read-fulfilment.ts'
import { parseNotice } from './vendor/remote.ts'

const UPDATED = 'fulfilment_order.updated'

/** Reads a webhook that has the whole state of a fulfilment order. Other types change nothing here. */
export const readNotice = ({ headers, raw }: CustodianDelivery): CustodianNotice => {
  const { type, data, timestamp } = parseNotice(raw)
  const topic = readText(type)
  if (topic === null) throw new InvalidNotice('has no type')
  const eventId = readText(headers['webhook-id'])
  if (topic !== UPDATED) return { topic, eventId }
  try {
    const fulfilment = readFulfilment(data)
    const toldAt = readInstant(timestamp)
    return { topic, eventId, order: { reference: fulfilment.reference }, fulfilment, toldAt }
  } catch (error) {
    if (error instanceof UnreadableFulfilment) throw new InvalidNotice(error.message)
    throw error
  }
}
