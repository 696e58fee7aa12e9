import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ConnectorError, type Session } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import {
  claimSignIn,
  failSignIn,
  isStanding,
  readSession,
  type SessionOwner,
  type StoreSession,
  storeSession,
} from './store-session-store.ts'

const WAIT_MS = 150
/** Reading and storing take this long beside the sign-in itself. */
const CLAIM_MARGIN_MS = 5_000

interface Wanted {
  signIn: () => Promise<string>
  /** A session that the store does not take. */
  refused?: string | undefined
  /** The time that a sign-in may take, and that the others wait for it. */
  patienceMs: number
}

const changed = () =>
  new ConnectorError('STORE_UNAVAILABLE', 'The credentials were changed meanwhile. Try again with the new ones.', {
    retryAfterSeconds: 1,
  })

const plus = (date: Date, ms: number) => new Date(date.getTime() + ms)

/** Signs in for all. Undefined where somebody else has taken the turn, since this sign-in took too long. */
const signInForAll = async (
  app: App,
  owner: SessionOwner,
  by: string,
  { signIn }: Wanted,
): Promise<Session | undefined> => {
  let secret: string
  try {
    secret = await signIn()
  } catch (error) {
    const failure = error instanceof ConnectorError ? error : undefined
    await failSignIn(app.db, owner, by, failure)
    // A refusal of credentials that have been replaced says nothing about those that stand now.
    if (failure?.code === 'AUTH_FAILED' && !(await isStanding(app.db, owner))) throw changed()
    throw error
  }
  const isStored = await storeSession(app, owner, { by, secret, now: app.clock() })
  return isStored ? { secret, isOwn: true } : undefined
}

const isSigningIn = (found: StoreSession | undefined, now: Date) =>
  found?.signingInUntil !== undefined && found.signingInUntil > now

/**
 * The session that all who use a channel's connection share. Where there is none, or the store has ended it, one caller
 * signs in and the others wait for that: some stores allow one session only, or few sign-ins. They share a failure too.
 */
export const sharedSession = async (app: App, owner: SessionOwner, wanted: Wanted): Promise<Session> => {
  const { refused, patienceMs } = wanted
  const by = randomUUID()
  let awaited: string | undefined
  for (let waitedMs = 0; waitedMs < patienceMs; ) {
    const found = await readSession(app, owner)
    if (found?.secret && found.secret !== refused) return { secret: found.secret, isOwn: false }
    if (awaited && found?.failedBy === awaited && found.failure) throw found.failure
    const now = app.clock()
    if (isSigningIn(found, now)) awaited = found?.signingInBy
    else if (
      await claimSignIn(app.db, owner, { by, now, until: plus(now, patienceMs + CLAIM_MARGIN_MS), instead: found })
    ) {
      const session = await signInForAll(app, owner, by, wanted)
      if (session) return session
    } else if (!(await isStanding(app.db, owner))) throw changed()
    const pause = WAIT_MS * (0.5 + Math.random())
    waitedMs += pause
    await wait(pause)
  }
  throw new ConnectorError('STORE_UNAVAILABLE', 'Another request is signing in at the store. Try again in a moment.', {
    retryAfterSeconds: 2,
  })
}
