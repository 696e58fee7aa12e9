import { parseObject, readText } from '../../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from '../custodian-connector.ts'
import { parseNotice } from '../vendor/remote.ts'

export const TOPIC_HEADER = 'x-webhook-topic'

/** The topics that change an order; a shipment's body names its order. */
const TOPIC = /^order\.(shipped|delivered|shipment\.[a-z_.]+)$/

export const read = ({ headers, raw }: CustodianDelivery): CustodianNotice => {
  const body = parseNotice(raw)
  const topic = readText(headers[TOPIC_HEADER] ?? body.topic)
  if (!topic) throw new InvalidNotice('has no topic')
  const eventId = readText(headers['webhook-id'])
  if (!TOPIC.test(topic)) return { topic, eventId }
  const content = parseObject(body.data ?? body)
  const reference = readText(content.reference_id)
  const orderId = readText(topic.startsWith('order.shipment.') ? content.order_id : (content.order_id ?? content.id))
  if (!reference && !orderId) throw new InvalidNotice('names no order')
  return { topic, eventId, order: orderId ? { remoteId: orderId } : { reference: reference ?? '' } }
}
