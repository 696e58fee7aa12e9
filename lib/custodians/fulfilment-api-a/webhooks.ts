import { parseObject, readText } from '../../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from '../custodian-connector.ts'
import { parseNotice } from '../vendor/remote.ts'

/** The topics that change an order; a shipment's body names its order. */
const TOPIC = /^order\.(shipped|delivered|shipment\.[a-z_.]+)$/

export const read = ({ headers, raw }: CustodianDelivery): CustodianNotice | undefined => {
  const body = parseNotice(raw)
  const topic = readText(headers['x-webhook-topic'] ?? body.topic)
  if (!topic) throw new InvalidNotice('has no topic')
  if (!TOPIC.test(topic)) return undefined
  const content = parseObject(body.data ?? body)
  const reference = readText(content.reference_id)
  const orderId = readText(topic.startsWith('order.shipment.') ? content.order_id : (content.order_id ?? content.id))
  if (!reference && !orderId) throw new InvalidNotice('names no order')
  return {
    topic,
    eventId: readText(headers['webhook-id']),
    order: orderId ? { remoteId: orderId } : { reference: reference ?? '' },
  }
}
