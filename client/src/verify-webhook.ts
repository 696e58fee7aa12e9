/** A webhook is not from the platform, was changed on the way, or is too old. Answer 400 or 401 and use nothing of it. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError'
}

type GivenHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export interface WebhookToVerify {
  /** The body exactly as it was received: a parsed and written one has another signature. */
  body: string | Uint8Array
  headers: GivenHeaders
  /** The secret, which begins with `whsec_`; several while it is being replaced. */
  secret: string | readonly string[]
  /** Seconds that the clocks may differ and the message may travel; 300 by default. */
  toleranceSeconds?: number | undefined
  /** The current time in milliseconds since 1970; the system's by default. */
  now?: number | undefined
}

export interface VerifiedWebhook<T> {
  /** Id of the message, the same whenever it is sent again. Store it to handle each message once. */
  id: string
  /** Time at which this attempt was sent. */
  sentAt: Date
  payload: T
}

const readHeader = (headers: GivenHeaders, name: string): string | undefined => {
  if (typeof headers.get === 'function') return (headers as Headers).get(name) ?? undefined
  const entry = Object.entries(headers).find(([given]) => given.toLowerCase() === name)
  const value: unknown = entry?.[1]
  return typeof value === 'string' ? value : undefined
}

const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const importSecret = async (secret: string) => {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''))
  if (!bytes?.length) throw new TypeError('A secret must be whsec_ followed by base64.')
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

const join = (start: string, body: string | Uint8Array) => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const [first, second] = [encode(start), typeof body === 'string' ? encode(body) : body]
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

/** Lists the signatures of version 1, which are made with a shared secret. */
const listSignatures = (header: string) =>
  header.split(' ').flatMap((part) => {
    const [version, signature = ''] = part.split(',')
    const bytes = version === 'v1' ? decodeBase64(signature) : undefined
    return bytes?.length ? [bytes] : []
  })

const parse = (body: string | Uint8Array): unknown => {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  try {
    return JSON.parse(text)
  } catch {
    throw new WebhookVerificationError('The body is not JSON.')
  }
}

/**
 * Verifies a webhook as Standard Webhooks describes it and returns its payload. Throws `WebhookVerificationError` unless
 * one of the signatures is made with one of the secrets and the message is fresh.
 */
export const verifyWebhook = async <T = unknown>({
  body,
  headers,
  secret,
  toleranceSeconds = 300,
  now = Date.now(),
}: WebhookToVerify): Promise<VerifiedWebhook<T>> => {
  const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    readHeader(headers, name),
  )
  if (!id || !timestamp || !signature) throw new WebhookVerificationError('A header of the webhook is missing.')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The webhook-timestamp is not a time.')
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookVerificationError('The webhook-timestamp is too far from the current time.')
  const signed = join(`${id}.${timestamp}.`, body)
  const keys = await Promise.all((typeof secret === 'string' ? [secret] : secret).map(importSecret))
  const tries = keys.flatMap((key) =>
    listSignatures(signature).map((each) => crypto.subtle.verify('HMAC', key, each, signed)),
  )
  if (!(await Promise.all(tries)).includes(true)) throw new WebhookVerificationError('No signature is right.')
  return { id, sentAt: new Date(Number(timestamp) * 1000), payload: parse(body) as T }
}
