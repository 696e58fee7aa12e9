import { randomBytes, timingSafeEqual } from 'node:crypto'
import { signText } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { Identity } from '../identity-store.ts'

const LIFETIME_SECONDS = 180 * 24 * 3600
const NONCE_BYTES = 16
const TIME_BYTES = 4
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES
const SIGNATURE_BYTES = 32

type Owner = Pick<Identity, 'id' | 'passwordHash'>

/** Signs the password hash too, so that a new password invalidates all tokens issued before. */
const sign = (app: App, { id, passwordHash }: Owner, head: Buffer) =>
  signText(app, 'device-token', JSON.stringify([id, passwordHash, head.toString('base64url')]))

/** Issues a token with which a client can prove that it signed in to this account before. */
export const issueDeviceToken = async (app: App, owner: Owner, now: Date): Promise<string> => {
  const head = randomBytes(HEAD_BYTES)
  head.writeUInt32BE(Math.floor(now.getTime() / 1000), NONCE_BYTES)
  return Buffer.concat([head, await sign(app, owner, head)]).toString('base64url')
}

/** Checks that the token was issued for this account and its current password, and has not expired. */
export const isDeviceToken = async (app: App, owner: Owner, token: string, now: Date): Promise<boolean> => {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== HEAD_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== token) return false
  const head = bytes.subarray(0, HEAD_BYTES)
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), await sign(app, owner, head))) return false
  return now.getTime() / 1000 < head.readUInt32BE(NONCE_BYTES) + LIFETIME_SECONDS
}
