import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** Decodes a secret with the standard's prefix from Base64; any other is used as it is. */
const decodeSecret = (secret: string) =>
  secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret)

interface Signed {
  id: string
  /** Unix time of the attempt. */
  seconds: string
  body: string
}

/**
 * Returns the signatures of a request under the Standard Webhooks specification, one for each secret and separated by
 * spaces; an empty text without a secret.
 */
export const signWebhook = (secrets: readonly string[], { id, seconds, body }: Signed): string =>
  secrets
    .map((secret) => createHmac('sha256', decodeSecret(secret)).update(`${id}.${seconds}.${body}`).digest('base64'))
    .map((mac) => `v1,${mac}`)
    .join(' ')
