import { createHash } from 'node:crypto'
import { hashEmail } from '../../platform/access/email.ts'
import { accountGate, checkGate, refund } from '../../platform/access/gate.ts'
import type { App } from '../../platform/app/app.ts'
import { newId } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Key } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { isPassword } from '../accounts/password.ts'
import { type Account, findAccount, findEmailOwner } from '../identity-store.ts'
import type { Origin } from './device.ts'
import { isDeviceToken, issueDeviceToken } from './device-token.ts'
import { isKnownAddress } from './known-devices.ts'
import { signIn } from './tokens.ts'

const FAILURES = 10
const FAILURES_WINDOW_SECONDS = 900

interface Credentials {
  email: string
  password: string
  deviceToken?: string | null | undefined
}

/** Counts a try as a failure until it turns out to be right; answers the denial where there were too many. */
const countTry = async ({ db }: App, now: Date, gate: Key): Promise<Problem | undefined> => {
  try {
    await checkGate(db, now, gate, FAILURES, { windowSeconds: FAILURES_WINDOW_SECONDS })
    return undefined
  } catch (error) {
    if (error instanceof Problem && error.errorCode === 'RATE_LIMITED') return error
    throw error
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** The place that a try comes from: a client with a device token of the account, or else an address. */
const findPlace = async (app: App, now: Date, account: Account | undefined, token: string, from: Origin) => {
  const owner = account?.identity ?? { id: newId(now), passwordHash: '' }
  const isOfClient = (await isDeviceToken(app, owner, token, now)) && account !== undefined
  return {
    name: digest(isOfClient ? token : from.address),
    isKnown: isOfClient || (account !== undefined && isKnownAddress(account, from, now)),
  }
}

/**
 * Signs in with a password. Known and unknown e-mail addresses cost the same steps, so that time does not tell them
 * apart. After too many failures only places that the owner signed in from are let in, and a wrong password is
 * answered there as everywhere else, so that nobody learns which places these are.
 */
export const logIn = async (app: App, unit: Unit, { email, password, deviceToken }: Credentials, from: Origin) => {
  const address = hashEmail(email)
  // Counted before the password is looked at, so that parallel guesses cannot slip through together.
  const [owner, denial] = await Promise.all([
    findEmailOwner(app.db, email),
    countTry(app, unit.now, accountGate(address)),
  ])
  const found = await findAccount(app.db, owner ?? newId(unit.now))
  const place = denial && (await findPlace(app, unit.now, found, deviceToken ?? '', from))
  const gate = accountGate(address, place?.name)
  if (place && (await countTry(app, unit.now, gate))) throw denial
  const right = await isPassword(password, found?.identity.passwordHash)
  if (denial && !(right && place?.isKnown)) throw denial
  if (!found || !right) throw new Problem('INVALID_CREDENTIALS', 'The e-mail address or the password is wrong.')
  await refund(app.db, unit.now, gate, FAILURES_WINDOW_SECONDS)
  if (!found.identity.verifiedAt)
    throw new Problem('EMAIL_NOT_VERIFIED', 'Verify your e-mail address first; we sent you a link.')
  const [tokens, token] = await Promise.all([
    signIn(app, unit, found, from),
    issueDeviceToken(app, found.identity, unit.now),
  ])
  return { ...tokens, deviceToken: token }
}
