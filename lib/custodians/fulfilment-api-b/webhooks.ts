import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { parseObject, readText } from '../../connectors/reading.ts'
import { isSignedBase64 } from '../../connectors/webhooks/signature.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from '../custodian-connector.ts'
import { parseNotice } from '../vendor/remote.ts'

export const verify = ({ headers, raw }: CustodianDelivery, { webhookSecret }: ConnectionConfig): boolean =>
  isSignedBase64(raw, headers['x-shiphero-hmac-sha256'], webhookSecret ? [webhookSecret] : [])

/** The types that change an order. */
const TYPES = new Set<string | null>([
  'Shipment Update',
  'Order Canceled',
  'Order Packed Out',
  'Package Added',
  'Order Allocated',
  'Order Deallocated',
])

export const read = ({ headers, raw }: CustodianDelivery): CustodianNotice => {
  const body = parseNotice(raw)
  const topic = readText(body.webhook_type)
  if (!topic) throw new InvalidNotice('has no webhook_type')
  const eventId = readText(headers['x-shiphero-message-id'])
  if (!TYPES.has(topic)) return { topic, eventId }
  const [named] = [body, body.fulfillment, body.order, body.package]
    .map(parseObject)
    .flatMap((part) => readText(part.partner_order_id) ?? readText(part.order_number) ?? [])
  if (!named) throw new InvalidNotice('names no order')
  return { topic, eventId, order: { reference: named } }
}
