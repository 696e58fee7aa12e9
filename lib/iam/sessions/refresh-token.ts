import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { signText } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId, toUuid } from '../../platform/id.ts'

const ID_BYTES = 16
const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Session that the token refreshes, and the grant if a satellite holds it. */
export interface Holder {
  identity: Id
  session: Id
  grant?: Id | undefined
}

type TokenContent = Holder & { secret: string }

const deriveKey = (app: App, use: string) => signText(app, 'refresh-token', use)

const toIdBytes = (id: Id) => Buffer.from(toUuid(id).replaceAll('-', ''), 'hex')

const readId = (bytes: Buffer, index: number) =>
  parseId(
    bytes
      .toString('hex', index * ID_BYTES, (index + 1) * ID_BYTES)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )

/**
 * Encrypts the ids and the secret, so that the token reveals nothing to its holder. The nonce is derived from the
 * plaintext, so that a repeated request gets the same token.
 */
export const writeRefreshToken = async (app: App, { identity, session, grant }: Holder, secret: string) => {
  const [key, nonceKey] = await Promise.all([deriveKey(app, 'key'), deriveKey(app, 'nonce')])
  const ids = [identity, session, ...(grant ? [grant] : [])].map(toIdBytes)
  const plain = Buffer.concat([...ids, Buffer.from(secret, 'base64url')])
  const nonce = createHmac('sha256', nonceKey).update(plain).digest().subarray(0, NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

const decrypt = async (app: App, token: string): Promise<Buffer | undefined> => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined
  const decipher = createDecipheriv('aes-256-gcm', await deriveKey(app, 'key'), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    // The token is forged or altered.
    return undefined
  }
}

/** Returns the token's holder and secret; undefined if the token is not valid. */
export const readRefreshToken = async (app: App, token: string): Promise<TokenContent | undefined> => {
  const plain = await decrypt(app, token)
  if (!plain) return undefined
  const hasGrant = plain.length === 3 * ID_BYTES + SECRET_BYTES
  const [identity, session] = [readId(plain, 0), readId(plain, 1)]
  if (!identity || !session) return undefined
  const secret = plain.toString('base64url', plain.length - SECRET_BYTES)
  return { identity, session, grant: hasGrant ? readId(plain, 2) : undefined, secret }
}
