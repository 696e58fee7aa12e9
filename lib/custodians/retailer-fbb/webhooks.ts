import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto'
import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { parseObject, readText } from '../../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from '../custodian-connector.ts'
import { parseNotice } from '../vendor/remote.ts'

const SIGNATURE = /(?:^|[,\s])signature="?([A-Za-z0-9+/=]{1,2000})"?/

const readKey = (publicKey: string): KeyObject | undefined => {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/** bol signs with RSA; `webhookSecret` holds its public key as `/subscriptions/signature-keys` returns it. */
export const verify = ({ headers, raw }: CustodianDelivery, { webhookSecret }: ConnectionConfig): boolean => {
  const signature = SIGNATURE.exec(headers.signature ?? '')?.[1]
  const key = webhookSecret ? readKey(webhookSecret) : undefined
  if (!signature || !key || key.asymmetricKeyType !== 'rsa') return false
  return verifySignature('RSA-SHA256', raw, key, Buffer.from(signature, 'base64'))
}

export const read = ({ raw }: CustodianDelivery): CustodianNotice | undefined => {
  const { event } = parseNotice(raw)
  const { resource, type, resourceId } = parseObject(event)
  const kind = readText(resource)
  if (!kind) throw new InvalidNotice('has no resource')
  if (kind !== 'ORDER' && kind !== 'SHIPMENT') return undefined
  const id = readText(resourceId)
  if (!id) throw new InvalidNotice('names no order')
  const topic = readText(`${kind}.${readText(type) ?? ''}`) ?? kind
  // bol repeats an event without an id of it, so that the body identifies it.
  return { topic, eventId: null, order: kind === 'ORDER' ? { remoteId: id } : { parcelId: id } }
}
