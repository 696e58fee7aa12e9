import { createHmac } from 'node:crypto'
import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { readText } from '../../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from '../custodian-connector.ts'
import { parseNotice } from '../vendor/remote.ts'
import { isSameText } from '../vendor/signature.ts'
import { readTracker } from './tracker.ts'

const PREFIX = 'hmac-sha256-hex='

/** EasyPost signs whole weights as decimals but may send them without. */
const writeWeightAsDecimal = (raw: Buffer) =>
  Buffer.from(raw.toString('utf8').replaceAll(/("weight":\s*)(\d+)(?=\s*[,}\]])/g, '$1$2.0'), 'utf8')

export const verify = ({ headers, raw }: CustodianDelivery, { webhookSecret }: ConnectionConfig): boolean => {
  const given = headers['x-hmac-signature']
  if (!webhookSecret || !given) return false
  const isSigned = (body: Buffer) =>
    isSameText(given, PREFIX + createHmac('sha256', webhookSecret.normalize('NFKD')).update(body).digest('hex'))
  return [raw, writeWeightAsDecimal(raw)].map(isSigned).includes(true)
}

export const read = ({ raw }: CustodianDelivery): CustodianNotice => {
  const { id, description, result } = parseNotice(raw)
  const topic = readText(description)
  if (!topic) throw new InvalidNotice('has no description')
  const eventId = readText(id)
  if (topic !== 'tracker.created' && topic !== 'tracker.updated') return { topic, eventId }
  const parcel = readTracker(result)
  if (!parcel) throw new InvalidNotice('names no parcel')
  return { topic, eventId, parcel }
}
