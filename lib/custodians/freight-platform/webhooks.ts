import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { readText } from '../../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from '../custodian-connector.ts'
import { parseNotice } from '../vendor/remote.ts'
import { isSameText } from '../vendor/signature.ts'

/** The header that has to be named as `tokenHeader` of the webhook at Flexport. */
const TOKEN_HEADER = 'x-webhook-token'

/** Flexport signs nothing: it sends a token, which shows nothing but that the sender knows it. */
export const verify = ({ headers }: CustodianDelivery, { webhookSecret }: ConnectionConfig): boolean =>
  webhookSecret ? isSameText(headers[TOKEN_HEADER] ?? '', webhookSecret) : false

export const read = ({ raw }: CustodianDelivery): CustodianNotice => {
  const body = parseNotice(raw)
  const topic = readText(body.logisticsEventType)
  if (!topic) throw new InvalidNotice('has no logisticsEventType')
  const eventId = readText(body.logisticsEventId)
  if (!/^(Order|Shipment)\./.test(topic)) return { topic, eventId }
  const reference = readText(body.externalOrderId)
  const remoteId = readText(body.orderId)
  if (reference) return { topic, eventId, order: { reference } }
  if (!remoteId) throw new InvalidNotice('names no order')
  return { topic, eventId, order: { remoteId } }
}
