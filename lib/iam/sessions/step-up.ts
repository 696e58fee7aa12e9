import type { Static } from 'typebox'
import type { StepUpInput } from '../../../schemas/iam/mfa.ts'
import { issueSignedState, readSignedState, spendSignedState } from '../../platform/access/signed-state.ts'
import { buildStepUpProblem, isRecent } from '../../platform/access/step-up.ts'
import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { invalid, orNotFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { matchesPassword } from '../accounts/password.ts'
import { type Account, findAccount, requireIdentity } from '../identity-store.ts'
import { saveMfaUse } from '../mfa/mfa-store.ts'
import { buildRequestOptions } from '../mfa/passkey.ts'
import {
  type Accepted,
  buildWrongProofProblem,
  checkOneProof,
  checkProof,
  countTry,
  listPasskeys,
  refundTry,
  verifyProof,
} from '../mfa/verify-proof.ts'
import { hasShownFactor } from '../mfa.ts'
import { issueTokens } from './issue-tokens.ts'
import { recordAuthentication } from './session-store.ts'

const CHALLENGE_SECONDS = 300

type Given = Static<typeof StepUpInput>
type Caller = Pick<SignedIn, 'identity' | 'session'>

const describe = ({ identity, session }: Caller, state: string) => ({
  purpose: 'step-up',
  binding: { identity, session },
  state,
  propertyPath: 'challenge',
})

const refuseSatellite = ({ grant }: Pick<SignedIn, 'grant'>): void => {
  if (grant) throw new Problem('OPERATION_NOT_ALLOWED', 'A satellite cannot step up. Step up in the session itself.')
}

/**
 * Throws `STEP_UP_REQUIRED` unless the caller signed in or stepped up in the last five minutes, with a second factor if the
 * account has one. Guards the credentials of an account, whatever its tenants demand.
 */
export const requireRecentProof = (caller: SignedIn, { mfa }: Pick<Account, 'mfa'>, now: Date): void => {
  if (!isRecent(caller, now) || (mfa.factors.length && !hasShownFactor(caller))) throw buildStepUpProblem()
}

/** Creates a challenge for a passkey, which works once, in this session. */
export const beginStepUp = async (app: App, unit: Unit, caller: SignedIn) => {
  refuseSatellite(caller)
  const { mfa } = orNotFound(await findAccount(app.db, caller.identity))
  const passkeys = listPasskeys(mfa)
  if (!passkeys.length) throw new Problem('OPERATION_NOT_ALLOWED', 'Your account has no passkey.')
  const options = await buildRequestOptions(app, passkeys)
  const { purpose, binding } = describe(caller, '')
  const payload = options.challenge
  const challenge = await issueSignedState(app, unit, { purpose, binding, payload, seconds: CHALLENGE_SECONDS })
  return { challenge, options, expiresIn: CHALLENGE_SECONDS }
}

/** Accepts the password of an account without a second factor. Counted like a code. */
const checkPassword = async (app: App, { identity, mfa }: Account, password: string, now: Date): Promise<Accepted> => {
  if (mfa.factors.length) throw invalid({ propertyPath: 'password', message: 'must be a second factor instead' })
  await countTry(app, now, identity.id)
  if (!(await matchesPassword(password, identity.passwordHash)))
    throw new Problem('INVALID_CREDENTIALS', 'The password is wrong.')
  await refundTry(app, now, identity.id)
  return { after: mfa, methods: ['pwd'] }
}

const readChallenge = (app: App, caller: SignedIn, { passkey, challenge }: Given, now: Date) => {
  if (!passkey) return null
  if (challenge === undefined) throw invalid({ propertyPath: 'challenge', message: 'must be given with a passkey' })
  return readSignedState(app, describe(caller, challenge), now)
}

/** Checks what the caller shows, and counts a wrong code or password. */
export const checkStepUpProof = async (app: App, now: Date, caller: SignedIn, given: Given) => {
  refuseSatellite(caller)
  const { challenge: _challenge, password, ...proof } = given
  checkOneProof({ ...proof, password })
  const account = orNotFound(await findAccount(app.db, caller.identity))
  const challenge = await readChallenge(app, caller, given, now)
  const accepted =
    password === undefined
      ? await checkProof(app, account, proof, challenge, now)
      : await checkPassword(app, account, password, now)
  return { account, challenge, accepted }
}

type Checked = Awaited<ReturnType<typeof checkStepUpProof>>

/** Checks again whatever changed meanwhile: of two requests with the same code, one finds it used. */
const checkAgain = async (app: App, { now }: Unit, { account: { identity }, challenge }: Checked, given: Given) => {
  const account = orNotFound(await findAccount(app.db, identity.id))
  if (
    given.password !== undefined &&
    account.identity.passwordHash === identity.passwordHash &&
    !account.mfa.factors.length
  )
    return { account, accepted: { after: account.mfa, methods: ['pwd'] } }
  const accepted = await verifyProof(app, account, given, challenge, now)
  if (!accepted) throw buildWrongProofProblem()
  return { account, accepted }
}

/** Records the proof in the session and issues an access token that says so. */
export const stepUp = async (app: App, unit: Unit, caller: SignedIn, given: Given, checked: Checked) => {
  const { account, accepted } = unit.isRerun ? await checkAgain(app, unit, checked, given) : checked
  if (given.passkey) await spendSignedState(app, unit, describe(caller, given.challenge ?? ''))
  if (given.password === undefined) saveMfaUse(unit, caller.identity, account.mfa, accepted.after)
  else requireIdentity(unit, account.identity)
  const methods = [...new Set([...caller.methods, ...accepted.methods])]
  const shown = { authenticatedAt: Math.floor(unit.now.getTime() / 1000), methods }
  recordAuthentication(unit, caller, shown)
  const { session, grant, tenant = null } = caller
  return await issueTokens(app, account, { session, grant, tenant, refreshToken: null, ...shown })
}
