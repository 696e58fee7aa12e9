import { createHmac } from 'node:crypto'
import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { parseObject, readText } from '../../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from '../custodian-connector.ts'
import { parseNotice } from '../remote.ts'
import { isSameText } from '../signature.ts'

const TOLERANCE_SECONDS = 300

const decodeSecret = (secret: string) =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret, 'utf8')

/** Verifies a signature as Standard Webhooks describes it; deliveries that are too old are refused. */
export const verify = (
  { headers, raw }: CustodianDelivery,
  { webhookSecret }: ConnectionConfig,
  now: Date,
): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers
  if (!webhookSecret || !id || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`, 'utf8'), raw])
  const expected = createHmac('sha256', decodeSecret(webhookSecret)).update(signed).digest('base64')
  return signatures
    .split(' ')
    .slice(0, 10)
    .map((each) => isSameText(each, `v1,${expected}`))
    .includes(true)
}

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
