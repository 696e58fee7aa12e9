import type { App } from '../app.ts'
import { newId } from '../id.ts'
import { Problem } from '../problem.ts'
import type { Unit } from '../store/unit.ts'
import type { Origin } from './device.ts'
import { emailDigest } from './email.ts'
import { admit, refund } from './gate.ts'
import { findAccount, findOwnerOf } from './identity-store.ts'
import { isPassword } from './password.ts'
import { signIn } from './tokens.ts'

const FAILURES = 10
const FAILURES_WINDOW_SECONDS = 900

/** Signs in with a password. Known and unknown addresses cost the same steps, so that time does not tell them apart. */
export const logIn = async (app: App, unit: Unit, email: string, password: string, from: Origin) => {
  const account = { pk: `G#account#${emailDigest(email)}`, sk: 'GATE' }
  // Counted before the password is looked at, so that parallel guesses cannot slip through together.
  const counted = admit(app.db, unit.now, account, FAILURES, { windowSeconds: FAILURES_WINDOW_SECONDS })
  const [owner] = await Promise.all([findOwnerOf(app.db, email), counted])
  const found = await findAccount(app.db, owner ?? newId(unit.now))
  const right = await isPassword(password, found?.identity.passwordHash)
  if (!found || !right) throw new Problem('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
  await refund(app.db, unit.now, account, FAILURES_WINDOW_SECONDS)
  if (!found.identity.verifiedAt)
    throw new Problem('EMAIL_NOT_VERIFIED', 'Verify your e-mail address first; we sent you a link.')
  return await signIn(app, unit, found, from)
}
