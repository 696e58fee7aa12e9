import type { FactorType } from '../../schemas/iam/mfa.ts'
import type { Id } from '../platform/id.ts'

interface AnyFactor {
  id: Id
  name: string
  createdAt: string
  /** Null until it is used to sign in or to step up. */
  lastUsedAt: string | null
}

export interface TotpFactor extends AnyFactor {
  type: 'totp'
  sealedSecret: string
  /** The time step of the last accepted code; neither it nor an earlier one is accepted again. */
  lastStep: number
}

export interface PasskeyFactor extends AnyFactor {
  type: 'passkey'
  /** Base64url, as the browser sends it. */
  credentialId: string
  /** COSE key in base64url. */
  publicKey: string
  /** Signatures that the authenticator has counted; 0 if it does not count. */
  counter: number
  transports: readonly string[]
}

export type Factor = TotpFactor | PasskeyFactor

/** The second factors of an identity. */
export interface Mfa {
  /** 0 before the first write. */
  rev: number
  factors: readonly Factor[]
  /** Hashes of the recovery codes that are left. */
  recoveryCodes: readonly string[]
}

export const NO_MFA: Mfa = { rev: 0, factors: [], recoveryCodes: [] }

export const MAX_FACTORS = 10

/** The proof that was shown to sign in, as the claims `auth_time` and `amr` of access tokens say it (RFC 8176). */
export interface Authentication {
  /** Unix seconds; undefined for satellites. */
  authenticatedAt: number | undefined
  methods: readonly string[]
}

export const hasShownFactor = ({ methods }: Pick<Authentication, 'methods'>): boolean => methods.includes('mfa')

/** Lists the kinds of proof that complete a sign-in. */
export const listAcceptedFactors = ({ factors, recoveryCodes }: Mfa): (FactorType | 'recovery_code')[] => [
  ...new Set(factors.map(({ type }) => type)),
  ...(recoveryCodes.length ? (['recovery_code'] as const) : []),
]

export const replaceFactor = (mfa: Mfa, changed: Factor): Mfa => ({
  ...mfa,
  factors: mfa.factors.map((each) => (each.id === changed.id ? changed : each)),
})

/** Removes a factor; recovery codes go with the last one, since they replace a factor that is lost. */
export const withoutFactor = (mfa: Mfa, id: Id): Mfa => {
  const factors = mfa.factors.filter((each) => each.id !== id)
  return { ...mfa, factors, recoveryCodes: factors.length ? mfa.recoveryCodes : [] }
}
