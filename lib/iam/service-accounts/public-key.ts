import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { KeyAlgorithm, PublicKeyInput } from '../../../schemas/iam/service-account.ts'
import type { Violation } from '../../platform/problem.ts'

const MIN_RSA_BITS = 2048
const MAX_RSA_BITS = 8192

interface Form {
  kty: PublicKeyInput['kty']
  crv?: PublicKeyInput['crv']
  members: readonly (keyof PublicKeyInput)[]
}

/** Form of the key for each algorithm; members of other forms are refused. */
const FORMS: Readonly<Record<KeyAlgorithm, Form>> = {
  ES256: { kty: 'EC', crv: 'P-256', members: ['crv', 'x', 'y'] },
  EdDSA: { kty: 'OKP', crv: 'Ed25519', members: ['crv', 'x'] },
  RS256: { kty: 'RSA', members: ['n', 'e'] },
}

const ALL_MEMBERS: readonly (keyof PublicKeyInput)[] = ['crv', 'x', 'y', 'n', 'e']

const at = (member: string, message: string): Violation => ({ propertyPath: `publicKey.${member}`, message })

const findFormViolations = (given: PublicKeyInput): Violation[] => {
  const { kty, crv, members } = FORMS[given.alg]
  return [
    ...(given.kty === kty ? [] : [at('kty', `must be ${kty} for ${given.alg}`)]),
    ...members.flatMap((member) => (given[member] === undefined ? [at(member, `is required for ${given.alg}`)] : [])),
    ...ALL_MEMBERS.filter((member) => !members.includes(member)).flatMap((member) =>
      given[member] === undefined ? [] : [at(member, `must not be given for ${given.alg}`)],
    ),
    ...(given.crv === undefined || !crv || given.crv === crv ? [] : [at('crv', `must be ${crv} for ${given.alg}`)]),
  ]
}

const importKey = (jwk: JsonWebKey): KeyObject | undefined => {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    return undefined
  }
}

const findSizeViolations = (key: KeyObject): Violation[] => {
  const { modulusLength, publicExponent } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType !== 'rsa') return []
  const bits = modulusLength ?? 0
  return [
    ...(bits < MIN_RSA_BITS || bits > MAX_RSA_BITS
      ? [at('n', `must have ${MIN_RSA_BITS} to ${MAX_RSA_BITS} bits, but has ${bits}`)]
      : []),
    ...(publicExponent === 65_537n ? [] : [at('e', 'must be 65537, which is AQAB')]),
  ]
}

/** Returns the members of the key that are stored. */
export const readPublicKey = (given: PublicKeyInput): Record<string, string> =>
  Object.fromEntries((['kty', ...FORMS[given.alg].members] as const).map((member) => [member, String(given[member])]))

/** Lists everything that is wrong with a public key; empty if assertions can be verified with it. */
export const findPublicKeyViolations = (given: PublicKeyInput): Violation[] => {
  const violations = findFormViolations(given)
  if (violations.length) return violations
  const key = importKey(readPublicKey(given))
  return key ? findSizeViolations(key) : [{ propertyPath: 'publicKey', message: 'must be a valid public key' }]
}
