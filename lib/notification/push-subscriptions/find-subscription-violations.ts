import { ECDH } from 'node:crypto'
import { isIP } from 'node:net'
import type { PushSubscriptionInput } from '../../../schemas/notification/push-subscription.ts'
import { isPublicAddress } from '../../platform/outbound/addresses.ts'
import type { Violation } from '../../platform/problem.ts'

const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid|example|onion)\.?$/

/** Checks the host by its name alone; the address it resolves to is checked when something is sent. */
const isPublicName = (host: string) => {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare)) return isPublicAddress(bare)
  return bare.replace(/\.$/, '').includes('.') && !PRIVATE_NAMES.test(bare)
}

const isPublicHttps = (text: string): boolean => {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && !url.username && !url.password && !/\s/.test(text) && isPublicName(url.hostname)
}

const isOnCurve = (key: string): boolean => {
  try {
    ECDH.convertKey(key, 'prime256v1', 'base64url')
    return Buffer.from(key, 'base64url')[0] === 4
  } catch {
    return false
  }
}

/** Checks what the schema cannot. `allowPrivate` permits local push services, as for all outbound calls in development. */
export const findSubscriptionViolations = (
  { endpoint, p256dhKey, expiresAt }: PushSubscriptionInput,
  now: Date,
  allowPrivate: boolean,
): Violation[] => [
  ...(isPublicHttps(endpoint) || (allowPrivate && /^https?:/.test(URL.parse(endpoint)?.protocol ?? ''))
    ? []
    : [{ propertyPath: 'endpoint', message: 'must be a public https URL' }]),
  ...(isOnCurve(p256dhKey)
    ? []
    : [{ propertyPath: 'p256dhKey', message: 'must be an uncompressed point on the curve P-256' }]),
  ...(expiresAt == null || Date.parse(expiresAt) > now.getTime()
    ? []
    : [{ propertyPath: 'expiresAt', message: 'must be in the future' }]),
]
