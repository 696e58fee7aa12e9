import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { createBoundedCache } from '../bounded-cache.ts'
import type { DataKeys } from './data-keys.ts'

/** The owner and purpose of a secret. A ciphertext opens only with the same three values, which are not secret. */
export interface Owner {
  tenant: string
  subject: string
  purpose: string
}

export interface Vault {
  seal(plaintext: string, owner: Owner): Promise<string>
  /** Throws if the ciphertext has another owner, was changed, or is not one. */
  open(sealed: string, owner: Owner): Promise<string>
}

/** Encrypts a value as JSON. */
export const sealJson = (vault: Vault, value: unknown, owner: Owner): Promise<string> =>
  vault.seal(JSON.stringify(value), owner)

/** Decrypts a value that `sealJson` encrypted; `T` is the type that it had. */
export const openJson = async <T>(vault: Vault, sealed: string, owner: Owner): Promise<T> =>
  JSON.parse(await vault.open(sealed, owner))

const KEY_SECONDS = 300
const KEY_USES = 1000
const KEYS_KEPT = 500
const FORMAT = 'v1'

interface DataKey {
  plain: KeyObject
  wrapped: string
  uses: number
  until: number
}

const buildAad = ({ tenant, subject, purpose }: Owner) => JSON.stringify([FORMAT, tenant, subject, purpose])

/** Envelope encryption: AES-256-GCM with data keys that KMS generates and unwraps for one owner only. */
export const makeVault = (keys: DataKeys, clock: () => Date): Vault => {
  const sealing = createBoundedCache<DataKey>(KEYS_KEPT)
  const opening = createBoundedCache<DataKey>(KEYS_KEPT)

  const isUsable = (key: DataKey | undefined): key is DataKey =>
    key !== undefined && key.uses < KEY_USES && key.until > clock().getTime()
  const keepDataKey = (plain: Uint8Array, wrapped: string): DataKey => ({
    plain: createSecretKey(plain),
    wrapped,
    uses: 0,
    until: clock().getTime() + KEY_SECONDS * 1000,
  })

  return {
    async seal(plaintext, owner) {
      const aad = buildAad(owner)
      let key = sealing.get(aad)
      if (!isUsable(key)) {
        const { plain, wrapped } = await keys.generate({ ...owner })
        key = keepDataKey(plain, Buffer.from(wrapped).toString('base64url'))
        sealing.set(aad, key)
      }
      key.uses++
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key.plain, iv).setAAD(Buffer.from(aad))
      const body = Buffer.concat([iv, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [FORMAT, key.wrapped, body.toString('base64url')].join('.')
    },

    async open(sealed, owner) {
      const [format, wrapped, body] = sealed.split('.')
      if (format !== FORMAT || !wrapped || !body) throw new Error('not a sealed value')
      const aad = buildAad(owner)
      const name = `${wrapped} ${aad}`
      let key = opening.get(name)
      if (!isUsable(key)) {
        key = keepDataKey(await keys.unwrap(Buffer.from(wrapped, 'base64url'), { ...owner }), wrapped)
        opening.set(name, key)
      }
      key.uses++
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.plain, bytes.subarray(0, 12)).setAAD(Buffer.from(aad))
      decipher.setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
    },
  }
}
