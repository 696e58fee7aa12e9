import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { signText } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import { type Id, parseId, toUuid } from '../../platform/id.ts'

const ID_BYTES = 16
const SECRET_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The session that the token goes on with, and the grant where a satellite holds it. */
export interface Holder {
  identity: Id
  session: Id
  grant?: Id | undefined
}

type Read = Holder & { secret: string }

const keyFor = (app: App, use: string) => signText(app, 'refresh-token', use)

const idBytes = (id: Id) => Buffer.from(toUuid(id).replaceAll('-', ''), 'hex')

const readId = (bytes: Buffer, place: number) =>
  parseId(
    bytes
      .toString('hex', place * ID_BYTES, (place + 1) * ID_BYTES)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
  )

/**
 * Encrypts the ids and the secret, so that the token looks random to whoever holds it. The nonce comes from what is
 * encrypted, so that a request that is sent again gets the very same token.
 */
export const writeRefreshToken = async (app: App, { identity, session, grant }: Holder, secret: string) => {
  const [key, nonceKey] = await Promise.all([keyFor(app, 'key'), keyFor(app, 'nonce')])
  const ids = [identity, session, ...(grant ? [grant] : [])].map(idBytes)
  const plain = Buffer.concat([...ids, Buffer.from(secret, 'base64url')])
  const nonce = createHmac('sha256', nonceKey).update(plain).digest().subarray(0, NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Tokens of before, which name their ids, are good until they are spent or have expired. */
const readNamed = (token: string): Read | undefined => {
  const parts = token.split('.')
  const secret = parts.pop()
  const [identity, session, grant] = parts.map(parseId)
  if (!identity || !session || !secret || parts.length > 3 || (parts[2] !== undefined && !grant)) return undefined
  return { identity, session, grant, secret }
}

const decrypt = async (app: App, token: string): Promise<Buffer | undefined> => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== token) return undefined
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(app, 'key'), bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    // It is no token of ours, or an altered one.
    return undefined
  }
}

/** Reads to whom the token belongs, and the secret that proves it; undefined where it is no token of ours. */
export const readRefreshToken = async (app: App, token: string): Promise<Read | undefined> => {
  if (token.includes('.')) return readNamed(token)
  const plain = await decrypt(app, token)
  if (!plain) return undefined
  const hasGrant = plain.length === 3 * ID_BYTES + SECRET_BYTES
  const [identity, session] = [readId(plain, 0), readId(plain, 1)]
  if (!identity || !session) return undefined
  const secret = plain.toString('base64url', plain.length - SECRET_BYTES)
  return { identity, session, grant: hasGrant ? readId(plain, 2) : undefined, secret }
}
