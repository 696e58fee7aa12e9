import type { Static } from 'typebox'
import type { MfaInput } from '../../../schemas/iam/mfa.ts'
import { checkRateLimit, mfaGateKey, refundRateLimit } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Account } from '../identity-store.ts'
import { type Mfa, type PasskeyFactor, replaceFactor, type TotpFactor } from '../mfa.ts'
import { type PasskeyResponse, verifyPasskey } from './passkey.ts'
import { hashRecoveryCode } from './recovery-code.ts'
import { findTotpStep, openTotpSecret } from './totp.ts'

const MAX_TRIES = 5
const TRIES_WINDOW_SECONDS = 900

export type Proof = Omit<Static<typeof MfaInput>, 'mfaToken'>

/** A proof that was right, and the factors after its use. */
export interface Accepted {
  after: Mfa
  /** Methods as in `amr`. */
  methods: readonly string[]
}

const PROOFS = ['code', 'recoveryCode', 'passkey', 'password'] as const

/** Throws unless the request contains exactly one of the proofs that its schema allows. */
export const checkOneProof = (given: Partial<Record<(typeof PROOFS)[number], unknown>>): void => {
  if (PROOFS.filter((name) => given[name] !== undefined).length === 1) return
  throw invalid({ propertyPath: '', message: 'must have exactly one proof, such as code' })
}

const isTotp = (factor: Mfa['factors'][number]): factor is TotpFactor => factor.type === 'totp'
export const listPasskeys = ({ factors }: Mfa): PasskeyFactor[] => factors.filter((each) => each.type === 'passkey')

const acceptCode = async (app: App, { identity, mfa }: Account, code: string, now: Date) => {
  for (const factor of mfa.factors.filter(isTotp)) {
    const secret = await openTotpSecret(app, identity.id, factor.sealedSecret)
    const step = await findTotpStep(secret, code, now, factor.lastStep)
    if (step !== undefined) return replaceFactor(mfa, { ...factor, lastStep: step, lastUsedAt: now.toISOString() })
  }
  return undefined
}

const acceptRecoveryCode = ({ identity, mfa }: Account, code: string): Mfa | undefined => {
  const hash = hashRecoveryCode(identity.id, code)
  const left = mfa.recoveryCodes.filter((each) => each !== hash)
  return left.length < mfa.recoveryCodes.length ? { ...mfa, recoveryCodes: left } : undefined
}

const acceptPasskey = async (app: App, account: Account, response: PasskeyResponse, challenge: string, now: Date) => {
  const { identity, mfa } = account
  const passkey = await verifyPasskey(app, identity.id, listPasskeys(mfa), response, challenge)
  return passkey && replaceFactor(mfa, { ...passkey, lastUsedAt: now.toISOString() })
}

/** Checks a second factor against the account as it was read; undefined if it is wrong or was used before. */
export const verifyProof = async (
  app: App,
  account: Account,
  { code, recoveryCode, passkey }: Proof,
  challenge: string | null,
  now: Date,
): Promise<Accepted | undefined> => {
  if (passkey) {
    const after = challenge ? await acceptPasskey(app, account, passkey as PasskeyResponse, challenge, now) : undefined
    return after && { after, methods: ['pop', 'mfa'] }
  }
  const after =
    code !== undefined ? await acceptCode(app, account, code, now) : acceptRecoveryCode(account, recoveryCode ?? '')
  return after && { after, methods: ['otp', 'mfa'] }
}

export const buildWrongProofProblem = () =>
  new Problem('INVALID_CREDENTIALS', 'The second factor is wrong, or it was used before.')

/** Counts a try of the identity before it is checked, so that parallel guesses cannot exceed the limit. */
export const countTry = ({ db }: Pick<App, 'db'>, now: Date, identity: Id) =>
  checkRateLimit(db, now, mfaGateKey(identity), MAX_TRIES, {
    windowSeconds: TRIES_WINDOW_SECONDS,
    isRefundable: true,
  })

export const refundTry = ({ db }: Pick<App, 'db'>, now: Date, identity: Id) =>
  refundRateLimit(db, now, mfaGateKey(identity), TRIES_WINDOW_SECONDS)

/**
 * Checks a proof and counts it as a try unless it is right. Passkeys cannot be guessed, so they are not counted: somebody
 * who guesses codes cannot lock out an owner with a passkey.
 */
export const checkProof = async (
  app: App,
  account: Account,
  proof: Proof,
  challenge: string | null,
  now: Date,
): Promise<Accepted> => {
  const isCounted = proof.passkey === undefined
  const { id } = account.identity
  if (isCounted) await countTry(app, now, id)
  const accepted = await verifyProof(app, account, proof, challenge, now)
  if (!accepted) throw buildWrongProofProblem()
  if (isCounted) await refundTry(app, now, id)
  return accepted
}
