import { createHash } from 'node:crypto'
import { hashEmail } from '../../platform/access/email.ts'
import { accountGateKey, checkRateLimit, refundRateLimit } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import { newId } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Key } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { matchesPassword } from '../accounts/password.ts'
import { type Account, findAccount, findEmailOwner } from '../identity-store.ts'
import { isDeviceToken, issueDeviceToken } from './device-token.ts'
import { signIn } from './issue-tokens.ts'
import type { Origin } from './origin.ts'
import { recordFailedSignIn } from './record-security-event.ts'
import { isKnownAddress } from './remember-device.ts'

const MAX_FAILURES = 10
const FAILURES_WINDOW_SECONDS = 900

interface Credentials {
  email: string
  password: string
  deviceToken?: string | null | undefined
}

/** Counts the attempt as a failure, to be refunded if it succeeds. Returns the problem if there were too many. */
const countAttempt = async ({ db }: App, now: Date, gate: Key): Promise<Problem | undefined> => {
  try {
    await checkRateLimit(db, now, gate, MAX_FAILURES, { windowSeconds: FAILURES_WINDOW_SECONDS, isRefundable: true })
    return undefined
  } catch (error) {
    if (error instanceof Problem && error.errorCode === 'RATE_LIMITED') return error
    throw error
  }
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Identifies the origin of an attempt: a client with a device token of the account, or else an address. */
const identifyOrigin = async (app: App, now: Date, account: Account | undefined, token: string, from: Origin) => {
  const owner = account?.identity ?? { id: newId(now), passwordHash: '' }
  const isOfClient = (await isDeviceToken(app, owner, token, now)) && account !== undefined
  return {
    name: hashText(isOfClient ? token : from.address),
    isKnown: isOfClient || (account !== undefined && isKnownAddress(account, from, now)),
  }
}

const buildWrongProblem = () => new Problem('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')

/**
 * Checks a password and counts the attempt. Known and unknown e-mail addresses take the same steps, so that the duration
 * does not reveal accounts. After too many failures only origins that the owner has used before may sign in; a wrong
 * password gets the same response there as everywhere, so that nobody learns which origins these are.
 */
export const checkCredentials = async (
  app: App,
  now: Date,
  { email, password, deviceToken }: Credentials,
  from: Origin,
): Promise<Account> => {
  const address = hashEmail(email)
  // Counts before it checks the password, so that parallel guesses cannot exceed the limit.
  const [owner, denial] = await Promise.all([
    findEmailOwner(app.db, email, now),
    countAttempt(app, now, accountGateKey(address)),
  ])
  const found = await findAccount(app.db, owner ?? newId(now))
  const origin = denial && (await identifyOrigin(app, now, found, deviceToken ?? '', from))
  const gate = accountGateKey(address, origin?.name)
  if (origin && (await countAttempt(app, now, gate))) throw denial
  const right = await matchesPassword(password, found?.identity.passwordHash)
  if (denial && !(right && origin?.isKnown)) throw denial
  if (!found || !right) {
    await recordFailedSignIn(app, now, found, from)
    throw buildWrongProblem()
  }
  await refundRateLimit(app.db, now, gate, FAILURES_WINDOW_SECONDS)
  return found
}

/** Signs in to an account whose credentials were checked, or asks for its second factor. */
export const signInWithPassword = async (app: App, unit: Unit, checked: Account, from: Origin) => {
  const found = unit.isRerun ? await findAccount(app.db, checked.identity.id) : checked
  if (found?.identity.passwordHash !== checked.identity.passwordHash) throw buildWrongProblem()
  if (!found.identity.verifiedAt)
    throw new Problem('EMAIL_NOT_VERIFIED', 'Verify your e-mail address first. We sent you a link.')
  const result = await signIn(app, unit, found, ['pwd'], from)
  if ('mfaToken' in result) return result
  return { ...result, deviceToken: await issueDeviceToken(app, found.identity, unit.now) }
}
