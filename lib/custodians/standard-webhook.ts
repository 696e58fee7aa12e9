import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CustodianDelivery } from './custodian-connector.ts'

const TOLERANCE_SECONDS = 300

/** A secret in the format of Standard Webhooks is the prefix and a key in base64; any other text is itself the key. */
const readKey = (secret: string) =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret, 'utf8')

const sign = (secret: string, id: string, timestamp: string, raw: Buffer) =>
  createHmac('sha256', readKey(secret)).update(`${id}.${timestamp}.`).update(raw).digest('base64')

/** Builds the headers that sign a body as Standard Webhooks demands. */
export const buildWebhookHeaders = (secret: string, id: string, raw: Buffer, now: Date): Record<string, string> => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(secret, id, timestamp, raw)}`,
  }
}

/** Returns true if one of the signatures of a delivery belongs to the secret and its time is near. */
export const isSignedWebhook = (
  { headers, raw }: CustodianDelivery,
  secret: string | null | undefined,
  now: Date,
): boolean => {
  const id = headers['webhook-id'] ?? ''
  const timestamp = headers['webhook-timestamp'] ?? ''
  if (!secret || readKey(secret).length === 0 || !id || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false
  const expected = Buffer.from(`v1,${sign(secret, id, timestamp, raw)}`, 'utf8')
  const matches = (headers['webhook-signature'] ?? '').split(' ').map((text) => {
    const given = Buffer.from(text, 'utf8')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return matches.includes(true)
}
