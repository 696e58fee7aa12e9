import { hash } from 'node:crypto'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { isExactJwt } from '../../platform/access/is-exact-jwt.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import type { ServiceAccountKey } from './service-account-key.ts'

const MAX_LIFETIME_SECONDS = 300
const MAX_SKEW_SECONDS = 5
const MAX_JTI_LENGTH = 255

type PublicKey = Extract<ServiceAccountKey, { type: 'public_key' }>

/** A verified assertion: the key that signed it, and by what its use is remembered. */
export interface VerifiedAssertion {
  key: PublicKey
  digest: string
  /** Unix seconds until which it could be used again. */
  expiresAt: number
}

export const TOKEN_PATH = '/api/v1/iam/auth/token'

const readHeader = (assertion: string): { alg?: unknown; kid?: unknown } => {
  try {
    return decodeProtectedHeader(assertion)
  } catch {
    return {}
  }
}

const verifyWith = async (
  { config }: Pick<App, 'config'>,
  assertion: string,
  clientId: Id,
  key: PublicKey,
  now: Date,
): Promise<VerifiedAssertion | undefined> => {
  try {
    const { payload } = await jwtVerify(assertion, await importJWK({ ...key.jwk }, key.algorithm), {
      // The key decides the algorithm, never the assertion.
      algorithms: [key.algorithm],
      issuer: clientId,
      subject: clientId,
      audience: [config.publicUrl, config.publicUrl + TOKEN_PATH],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: MAX_SKEW_SECONDS,
      currentDate: now,
    })
    const { aud, exp = 0, jti } = payload
    // An assertion for several servers could be replayed by any of them.
    if (Array.isArray(aud) && aud.length !== 1) return undefined
    if (exp > now.getTime() / 1000 + MAX_LIFETIME_SECONDS + MAX_SKEW_SECONDS) return undefined
    if (typeof jti !== 'string' || !jti || jti.length > MAX_JTI_LENGTH) return undefined
    return { key, digest: hash('sha256', jti, 'hex'), expiresAt: Math.ceil(exp) + MAX_SKEW_SECONDS + 1 }
  } catch {
    return undefined
  }
}

/** Verifies an assertion by the client's keys (RFC 7523); undefined if anything about it is wrong. */
export const verifyAssertion = async (
  app: Pick<App, 'config'>,
  assertion: string,
  clientId: Id,
  keys: readonly ServiceAccountKey[],
  now: Date,
): Promise<VerifiedAssertion | undefined> => {
  if (!isExactJwt(assertion)) return undefined
  const { alg, kid } = readHeader(assertion)
  const candidates = keys.filter(
    (key): key is PublicKey =>
      key.type === 'public_key' && key.algorithm === alg && (kid === undefined || kid === key.id || kid === key.kid),
  )
  for (const key of candidates) {
    const verified = await verifyWith(app, assertion, clientId, key, now)
    if (verified) return verified
  }
  return undefined
}
