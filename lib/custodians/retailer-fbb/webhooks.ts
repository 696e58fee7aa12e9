import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto'
import type { ConnectionConfig } from '../../../schemas/warehousing/custodian.ts'
import { parseObject, readText } from '../../connectors/reading.ts'
import { type CustodianDelivery, type CustodianNotice, InvalidNotice } from '../custodian-connector.ts'
import { parseNotice } from '../vendor/remote.ts'

const PREFIX = 'signature='

/** Finds the signature among the parameters of the header, which may be quoted. */
const findSignature = (header: string): string | undefined =>
  header
    .split(/[,\s]/)
    .find((part) => part.startsWith(PREFIX))
    ?.slice(PREFIX.length)
    .replaceAll('"', '')

const readKey = (publicKey: string): KeyObject | undefined => {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

/** bol signs with RSA; `webhookSecret` holds its public key as `/subscriptions/signature-keys` returns it. */
export const verify = ({ headers, raw }: CustodianDelivery, { webhookSecret }: ConnectionConfig): boolean => {
  const signature = findSignature(headers.signature ?? '')
  const key = webhookSecret ? readKey(webhookSecret) : undefined
  if (!signature || !key || key.asymmetricKeyType !== 'rsa') return false
  return verifySignature('RSA-SHA256', raw, key, Buffer.from(signature, 'base64'))
}

export const read = ({ raw }: CustodianDelivery): CustodianNotice => {
  const { resource, type, resourceId } = parseObject(parseNotice(raw).event)
  const kind = readText(resource)
  if (!kind) throw new InvalidNotice('has no resource')
  // bol repeats an event without an id of it, so that the body identifies it.
  const event = { topic: readText(`${kind}.${readText(type) ?? ''}`) ?? kind, eventId: null }
  if (kind !== 'ORDER' && kind !== 'SHIPMENT') return event
  const id = readText(resourceId)
  if (!id) throw new InvalidNotice('names no order')
  return { ...event, order: kind === 'ORDER' ? { remoteId: id } : { parcelId: id } }
}
