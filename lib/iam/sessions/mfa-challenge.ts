import { issueSignedState, readSignedState, spendSignedState } from '../../platform/access/signed-state.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type Account, findAccount, identityUri, requireIdentity } from '../identity-store.ts'
import { buildRequestOptions } from '../mfa/passkey.ts'
import { listPasskeys } from '../mfa/verify-proof.ts'
import { listAcceptedFactors } from '../mfa.ts'
import type { Origin } from './origin.ts'
import { createSessionId, isSessionEnded } from './session-store.ts'

const CHALLENGE_SECONDS = 300

/** A sign-in whose first step succeeded; stored, sealed, with its token. */
export interface ChallengedSignIn {
  identity: Id
  /** The proofs of the first step, as in `amr`. */
  methods: readonly string[]
  /** A session id as of the first step: whatever ends all sessions, such as a new password, ends the sign-in. */
  attempt: Id
  /** Challenge for a passkey; null if the account has none. */
  challenge: string | null
}

const describe = (state: string) => ({ purpose: 'mfa', binding: {}, state, propertyPath: 'mfaToken' })

/** Asks for the second factor instead of issuing tokens. */
export const issueMfaChallenge = async (
  app: App,
  unit: Unit,
  { identity, mfa }: Account,
  methods: readonly string[],
  { device }: Origin,
) => {
  const { id, email, firstName, endedUpTo } = identity
  requireIdentity(unit, identity)
  const passkeys = listPasskeys(mfa)
  const passkeyOptions = passkeys.length ? await buildRequestOptions(app, passkeys) : null
  const pending: ChallengedSignIn = {
    identity: id,
    methods,
    attempt: createSessionId(unit.now, endedUpTo),
    challenge: passkeyOptions?.challenge ?? null,
  }
  const payload = JSON.stringify(pending)
  const mfaToken = await issueSignedState(app, unit, {
    purpose: 'mfa',
    binding: {},
    payload,
    seconds: CHALLENGE_SECONDS,
  })
  const [at, expiresAt] = [unit.now, new Date(unit.now.getTime() + CHALLENGE_SECONDS * 1000)]
  unit.emit('iam.identity.mfa_challenge_issued', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, device, at: at.toISOString(), expiresAt: expiresAt.toISOString() },
  })
  return { mfaToken, expiresIn: CHALLENGE_SECONDS, factors: listAcceptedFactors(mfa), passkeyOptions }
}

const buildTokenProblem = () =>
  invalid({ propertyPath: 'mfaToken', message: 'must be valid, unused and not expired; sign in again' })

/** Reads the account of a pending sign-in. Throws if all its sessions were ended since. */
export const findPendingAccount = async ({ db }: Pick<App, 'db'>, pending: ChallengedSignIn): Promise<Account> => {
  const account = await findAccount(db, pending.identity)
  if (!account?.mfa.factors.length || isSessionEnded(account.identity, pending.attempt)) throw buildTokenProblem()
  return account
}

export const readPendingSignIn = async (app: App, mfaToken: string, now: Date): Promise<ChallengedSignIn> =>
  JSON.parse(await readSignedState(app, describe(mfaToken), now))

/** Consumes the token, so that it completes one sign-in. */
export const spendPendingSignIn = async (app: App, unit: Unit, mfaToken: string): Promise<void> => {
  await spendSignedState(app, unit, describe(mfaToken))
}
