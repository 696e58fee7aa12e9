import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { ConnectorError, type Session } from '../../connectors/connector.ts'
import type { App } from '../../platform/app/app.ts'
import { fallbackDeadline } from '../../platform/deadline.ts'
import { unavailable } from '../../platform/problem.ts'
import {
  claimSignIn,
  failSignIn,
  hasCurrentCredentials,
  readSession,
  type SessionOwner,
  type ShopSession,
  storeSession,
} from './shop-session-store.ts'

const WAIT_MS = 150
/** Milliseconds for reading and storing the session, in addition to the sign-in itself. */
const CLAIM_MARGIN_MS = 5_000

interface SessionRequest {
  signIn: () => Promise<string>
  /** A session that the shop no longer accepts. */
  refused?: string | undefined
  /** Milliseconds that a sign-in may take. */
  patienceMs: number
}

/** Returns the error of a caller that another one prevents. Its cause answers a request, since the shop did not fail. */
const buildPreventedError = (message: string, retryAfter: number) =>
  new ConnectorError('STORE_UNAVAILABLE', message, {
    retryAfterSeconds: retryAfter,
    cause: unavailable(message, { retryAfter }),
  })

const buildChangedError = () => buildPreventedError('The credentials were changed during the sign-in. Try again.', 1)

const buildBusyError = () => buildPreventedError('Another request is signing in at the shop. Try again in a moment.', 2)

const addMs = (date: Date, ms: number) => new Date(date.getTime() + ms)

/** Signs in for all callers; returns undefined if this sign-in took so long that another caller claimed it. */
const signInForAll = async (
  app: App,
  owner: SessionOwner,
  by: string,
  { signIn }: SessionRequest,
): Promise<Session | undefined> => {
  let secret: string
  try {
    secret = await signIn()
  } catch (error) {
    const failure = error instanceof ConnectorError ? error : undefined
    await failSignIn(app.db, owner, by, failure)
    // The refused credentials may have been replaced meanwhile, so the refusal says nothing about the current ones.
    if (failure?.code === 'AUTH_FAILED' && !(await hasCurrentCredentials(app.db, owner))) throw buildChangedError()
    throw error
  }
  const isStored = await storeSession(app, owner, { by, secret, now: app.clock() })
  return isStored ? { secret, isOwn: true } : undefined
}

const isSigningIn = (found: ShopSession | undefined, now: Date) =>
  found?.signingInUntil !== undefined && found.signingInUntil > now

/**
 * Returns the session that all users of a channel's connection share. If there is none, or the shop has ended it, one
 * caller signs in and the others wait until their own deadlines, since some shops allow only one session or few sign-ins.
 * They share a failure too.
 */
export const getSharedSession = async (app: App, owner: SessionOwner, request: SessionRequest): Promise<Session> => {
  const { refused, patienceMs } = request
  const deadline = app.db.deadline ?? fallbackDeadline()
  const by = randomUUID()
  let first: { failedBy: string | undefined } | undefined
  for (;;) {
    const found = await readSession(app, owner)
    if (found?.secret && found.secret !== refused) return { secret: found.secret, isOwn: false }
    first ??= { failedBy: found?.failedBy }
    // Another caller has failed since this one began.
    if (found?.failure && found.failedBy !== first.failedBy) throw found.failure
    const now = app.clock()
    if (!isSigningIn(found, now)) {
      const until = addMs(now, patienceMs + CLAIM_MARGIN_MS)
      if (await claimSignIn(app.db, owner, { by, now, until, instead: found })) {
        const session = await signInForAll(app, owner, by, request)
        if (session) return session
      } else if (!(await hasCurrentCredentials(app.db, owner))) throw buildChangedError()
    }
    const pauseMs = WAIT_MS * (0.5 + Math.random())
    if (deadline.millisecondsLeft() <= pauseMs) throw buildBusyError()
    await wait(pauseMs)
  }
}
