import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { encodeTime } from 'ulid'
import { type Id, newId, parseId, timeOf } from '../id.ts'
import { Problem } from '../problem.ts'
import type { Key, Table } from '../store/table.ts'
import type { Unit } from '../store/unit.ts'
import { endSessionAtGate, endSessionsAtGate } from './gate.ts'
import { changeIdentity, type Identity } from './identity-store.ts'

const REFRESH_SECONDS = 30 * 24 * 3600
const GRACE_SECONDS = 30

/** A refresh token names its session; what counts is the secret, of which only the hash is stored. */
interface Session extends Key {
  hash: string
  tenant: Id | null
  expiresAt: number
  /** The token spent last, kept so that a request sent again gets the same successor. */
  spent: { hash: string; seed: string; at: number } | null
}

const sessionKey = (identity: Id, session: Id): Key => ({ pk: `I#${identity}`, sk: `S#${session}` })
const digest = (secret: string) => createHash('sha256').update(secret).digest('hex')
const same = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
const secondsOf = (now: Date) => Math.floor(now.getTime() / 1000)
const written = (identity: Id, session: Id, secret: string) => `${identity}.${session}.${secret}`

export const sessionEnded = () =>
  new Problem('SESSION_REVOKED', 'The refresh token is not valid any more; sign in again.')

/** Session ids are in the order of their start; one that starts with the end of others must come after them. */
const sessionId = (now: Date, endedUpTo: Id | null): Id =>
  newId(new Date(Math.max(now.getTime(), endedUpTo ? timeOf(endedUpTo).getTime() + 1 : 0)))

export const startSession = (unit: Unit, { id, endedUpTo }: Identity, tenant: Id | null) => {
  const session = sessionId(unit.now, endedUpTo)
  const secret = randomBytes(32).toString('base64url')
  const item = { ...sessionKey(id, session), kind: 'session', hash: digest(secret), tenant, spent: null }
  unit.add(
    { put: { ...item, startedAt: unit.now.toISOString(), expiresAt: secondsOf(unit.now) + REFRESH_SECONDS } },
    'stale',
  )
  return { session, refreshToken: written(id, session, secret) }
}

/** The session works in this tenant from now on, also after it is refreshed. */
export const setSessionTenant = (unit: Unit, identity: Id, session: Id, tenant: Id): void =>
  unit.add(
    {
      update: sessionKey(identity, session),
      set: 'SET #tenant = :tenant',
      when: 'attribute_exists(pk)',
      values: { ':tenant': tenant },
    },
    sessionEnded,
  )

export const findSession = async (db: Table, refreshToken: string, now: Date) => {
  const [identityText = '', sessionText = '', secret = ''] = refreshToken.split('.')
  const [identity, session] = [parseId(identityText), parseId(sessionText)]
  if (!identity || !session || !secret) throw sessionEnded()
  const item = (await db.get(sessionKey(identity, session))) as unknown as Session | undefined
  if (!item || item.expiresAt <= secondsOf(now)) throw sessionEnded()
  return { identity, session, secret, item }
}

export type Found = Awaited<ReturnType<typeof findSession>>

/**
 * Spends the refresh token for its successor. Spent again at once, it is a request sent twice and gets the same
 * successor; spent again later, somebody else has it, and the session ends. `undefined` says that it must end.
 */
export const rotate = (unit: Unit, { identity, session, secret, item }: Found): string | undefined => {
  const now = secondsOf(unit.now)
  const hash = digest(secret)
  if (item.spent && same(hash, item.spent.hash) && now - item.spent.at <= GRACE_SECONDS)
    return written(identity, session, successor(item.spent.seed, secret))
  if (!same(hash, item.hash)) return undefined
  const seed = randomBytes(32).toString('base64url')
  const next = successor(seed, secret)
  unit.add(
    {
      update: sessionKey(identity, session),
      set: 'SET #hash = :next, #spent = :spent, #expiresAt = :expiresAt',
      when: '#hash = :hash',
      values: {
        ':hash': hash,
        ':next': digest(next),
        ':spent': { hash, seed, at: now },
        ':expiresAt': now + REFRESH_SECONDS,
      },
    },
    'stale',
  )
  return written(identity, session, next)
}

/** Known only to who has both the spent token and the store's seed for it. */
const successor = (seed: string, secret: string) => createHmac('sha256', seed).update(secret).digest('base64url')

export const endSession = (unit: Unit, identity: Id, session: Id): void => {
  unit.add({ delete: sessionKey(identity, session) }, 'stale')
  unit.add(endSessionAtGate(identity, session, unit.now), 'stale')
}

/** Ends all sessions of the identity that have started by now, except the one kept; `changes` go with it. */
export const endSessions = (
  unit: Unit,
  identity: Id,
  keep: Id | null = null,
  changes: Partial<Identity> = {},
): void => {
  const endedUpTo = lastIdOf(unit.now)
  changeIdentity(unit, identity, { ...changes, endedUpTo, kept: keep })
  unit.add(endSessionsAtGate(identity, endedUpTo, keep, unit.now), 'stale')
}

const lastIdOf = (now: Date): Id => encodeTime(now.getTime(), 10) + 'Z'.repeat(16)

export const isOver = ({ endedUpTo, kept }: Pick<Identity, 'endedUpTo' | 'kept'>, session: Id): boolean =>
  endedUpTo !== null && session <= endedUpTo && session !== kept
