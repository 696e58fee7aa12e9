import type { App } from '../../platform/app/app.ts'
import type { Unit } from '../../platform/store/unit.ts'
import type { Account } from '../identity-store.ts'
import { saveMfaUse } from '../mfa/mfa-store.ts'
import {
  type Accepted,
  buildWrongProofProblem,
  checkOneProof,
  checkProof,
  type Proof,
  verifyProof,
} from '../mfa/verify-proof.ts'
import { issueDeviceToken } from './device-token.ts'
import { startSignedInSession } from './issue-tokens.ts'
import { type ChallengedSignIn, findPendingAccount, readPendingSignIn, spendPendingSignIn } from './mfa-challenge.ts'
import type { Origin } from './origin.ts'

interface Checked {
  pending: ChallengedSignIn
  account: Account
  accepted: Accepted
}

type Given = Proof & { mfaToken: string }

/** Checks the token and the second factor of a sign-in, and counts a wrong code. */
export const checkSecondFactor = async (app: App, now: Date, { mfaToken, ...proof }: Given): Promise<Checked> => {
  checkOneProof(proof)
  const pending = await readPendingSignIn(app, mfaToken, now)
  const account = await findPendingAccount(app, pending)
  return { pending, account, accepted: await checkProof(app, account, proof, pending.challenge, now) }
}

/** Checks again whatever changed meanwhile: of two requests with the same code, one finds it used. */
const checkAgain = async (app: App, { now }: Unit, { pending }: Checked, proof: Proof): Promise<Checked> => {
  const account = await findPendingAccount(app, pending)
  const accepted = await verifyProof(app, account, proof, pending.challenge, now)
  if (!accepted) throw buildWrongProofProblem()
  return { pending, account, accepted }
}

/** Starts the session of a sign-in whose second factor was checked. */
export const completeSignIn = async (
  app: App,
  unit: Unit,
  { mfaToken, ...proof }: Given,
  checked: Checked,
  from: Origin,
) => {
  const { pending, account, accepted } = unit.isRerun ? await checkAgain(app, unit, checked, proof) : checked
  await spendPendingSignIn(app, unit, mfaToken)
  saveMfaUse(unit, pending.identity, account.mfa, accepted.after)
  const methods = [...pending.methods, ...accepted.methods]
  const [tokens, deviceToken] = await Promise.all([
    startSignedInSession(app, unit, account, methods, from),
    issueDeviceToken(app, account.identity, unit.now),
  ])
  return { ...tokens, deviceToken }
}
