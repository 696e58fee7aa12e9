import type { App } from '../../platform/app/app.ts'
import type { SignedIn } from '../../platform/http/call.ts'
import { invalid, orNotFound, Problem } from '../../platform/problem.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { voidEmailTokens } from '../accounts/email-token.ts'
import { notifyOwnerOfChange } from '../accounts/notify-owner.ts'
import { hashPassword, matchesPassword } from '../accounts/password.ts'
import { refuseCommonPassword } from '../accounts/refuse-common-password.ts'
import { findAccount } from '../identity-store.ts'
import { countTry, refundTry } from '../mfa/verify-proof.ts'
import type { Origin } from '../sessions/origin.ts'
import { recordCredentialChange } from '../sessions/record-security-event.ts'
import { rememberAddress } from '../sessions/remember-device.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { requireRecentProof } from '../sessions/step-up.ts'

interface Given {
  currentPassword: string
  newPassword: string
}

const buildWrongProblem = () =>
  invalid({ propertyPath: 'currentPassword', message: 'must be the current password of your account' })

/** Checks the current password and counts a wrong one; returns both hashes. */
export const checkPasswordChange = async (app: App, now: Date, caller: SignedIn, given: Given) => {
  await refuseCommonPassword('newPassword', given.newPassword)
  const account = orNotFound(await findAccount(app.db, caller.identity))
  const { id, passwordHash: before } = account.identity
  if (account.mfa.factors.length) requireRecentProof(caller, account, now)
  if (!before)
    throw new Problem('OPERATION_NOT_ALLOWED', 'Your account has no password. Request a password reset to set one.')
  await countTry(app, now, id)
  if (!(await matchesPassword(given.currentPassword, before))) throw buildWrongProblem()
  await refundTry(app, now, id)
  return { before, passwordHash: await hashPassword(given.newPassword) }
}

/** Sets the password, ends all other sessions and invalidates mailed tokens. */
export const changePassword = async (
  app: App,
  unit: Unit,
  { identity: id, session }: SignedIn,
  { before, passwordHash }: Awaited<ReturnType<typeof checkPasswordChange>>,
  from: Origin,
): Promise<void> => {
  const account = orNotFound(await findAccount(app.db, id))
  const { identity } = account
  if (identity.passwordHash !== before) throw buildWrongProblem()
  endSessionsOf(unit, identity, session, { passwordHash })
  voidEmailTokens(unit, id)
  rememberAddress(unit, { id, passwordHash }, from)
  recordCredentialChange(unit, account, from)
  notifyOwnerOfChange(unit, identity, from, 'password_changed')
}
