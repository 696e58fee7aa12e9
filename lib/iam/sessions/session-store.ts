import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { buildSessionRevocation, buildSessionsRevocation } from '../../platform/access/revocation.ts'
import type { App } from '../../platform/app/app.ts'
import { encodeTime, getIdTime, type Id, newId } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { changeIdentity, findIdentity, type Identity, requireIdentity } from '../identity-store.ts'
import type { Authentication } from '../mfa.ts'
import type { SatelliteCode } from '../satellite-store.ts'
import type { Origin } from './origin.ts'
import { type Holder, readRefreshToken, writeRefreshToken } from './refresh-token.ts'

export const REFRESH_SECONDS = 30 * 24 * 3600
const GRACE_SECONDS = 30
/** Bounds the item of a session that is refreshed again and again. */
const MAX_SPENT_BEFORE = 10

/** A session or a satellite's grant. Only the hash of the refresh token's secret is stored. */
interface Session extends Key, Origin {
  hash: string
  startedAt: string
  lastUsedAt: string
  tenant: Id | null
  expiresAt: number
  /** Unix seconds of the last sign-in or step-up; missing in grants. */
  authenticatedAt?: number
  /** The proofs that were shown in the session, as in `amr`; missing in grants. */
  methods?: readonly string[]
  /** The satellite, if this is a grant. */
  clientId?: string
  /** The token used last, stored so that a repeated request gets the same successor. */
  spent: Spent | null
  /** Tokens used before it whose requests may still be repeated, the last one first. */
  spentBefore: readonly Spent[]
}

interface Spent {
  hash: string
  seed: string
  at: number
}

type LiveSession = Pick<Session, 'startedAt' | 'lastUsedAt' | 'device' | 'address'> & { id: Id }

const sessionKey = (identity: Id, session: Id, grant?: Id): Key => ({
  pk: `I#${identity}`,
  sk: grant ? `G#${session}#${grant}` : `S#${session}`,
})
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex')
const buildItem = (key: Key, kind: 'session' | 'grant', secret: string, tenant: Id | null) => ({
  ...{ ...key, kind, hash: hashSecret(secret), tenant },
  ...{ spent: null, spentBefore: [] },
})
const isSameDigest = (a: string, b: string) => timingSafeEqual(Buffer.from(a), Buffer.from(b))
const toUnixSeconds = (now: Date) => Math.floor(now.getTime() / 1000)

export const buildSessionEndedProblem = () =>
  new Problem('SESSION_REVOKED', 'The refresh token is no longer valid. Sign in again.')

/** Session ids sort by their start; a new one must sort after the sessions that have ended. */
export const createSessionId = (now: Date, endedUpTo: Id | null): Id =>
  newId(new Date(Math.max(now.getTime(), endedUpTo ? getIdTime(endedUpTo).getTime() + 1 : 0)))

/** Starts a session. The unit is stale if the identity has changed since it was read, such as its password. */
export const startSession = async (
  app: App,
  unit: Unit,
  identity: Identity,
  tenant: Id | null,
  methods: readonly string[],
  { device, address }: Origin,
) => {
  const { id, endedUpTo } = identity
  requireIdentity(unit, identity)
  const session = createSessionId(unit.now, endedUpTo)
  const secret = randomBytes(32).toString('base64url')
  const item = buildItem(sessionKey(id, session), 'session', secret, tenant)
  const [at, authenticatedAt] = [unit.now.toISOString(), toUnixSeconds(unit.now)]
  const used = { startedAt: at, lastUsedAt: at, expiresAt: authenticatedAt + REFRESH_SECONDS }
  unit.add({ put: { ...item, device, address, ...used, authenticatedAt, methods } })
  return { session, authenticatedAt, refreshToken: await writeRefreshToken(app, { identity: id, session }, secret) }
}

/**
 * Starts a satellite's grant under a session; throws `ended` if the session has ended. The grant has refresh tokens of
 * its own and ends with the session.
 */
export const startGrant = async (
  app: App,
  unit: Unit,
  { identity, session, tenant, clientId }: Pick<SatelliteCode, 'identity' | 'session' | 'tenant' | 'clientId'>,
  ended: () => Error,
) => {
  const grant = unit.newId()
  const secret = randomBytes(32).toString('base64url')
  unit.add({ check: sessionKey(identity, session), when: 'attribute_exists(pk)' }, { refuse: ended })
  const item = buildItem(sessionKey(identity, session, grant), 'grant', secret, tenant)
  const [at, expiresAt] = [unit.now.toISOString(), toUnixSeconds(unit.now) + REFRESH_SECONDS]
  unit.add({ put: { ...item, clientId, startedAt: at, lastUsedAt: at, expiresAt } })
  return { grant, refreshToken: await writeRefreshToken(app, { identity, session, grant }, secret) }
}

/** Selects the session's tenant, also for later refreshes. */
export const setSessionTenant = (unit: Unit, { identity, session, grant }: Holder, tenant: Id): void =>
  unit.add(
    {
      update: sessionKey(identity, session, grant),
      set: 'SET #tenant = :tenant',
      when: 'attribute_exists(pk)',
      values: { ':tenant': tenant },
    },
    { refuse: buildSessionEndedProblem },
  )

/** Records what was shown again in the session, also for later refreshes. */
export const recordAuthentication = (
  unit: Unit,
  { identity, session }: Holder,
  { authenticatedAt, methods }: Authentication,
): void =>
  unit.add(
    {
      update: sessionKey(identity, session),
      set: 'SET #authenticatedAt = :at, #methods = :methods',
      when: 'attribute_exists(pk)',
      values: { ':at': authenticatedAt, ':methods': methods },
    },
    { refuse: buildSessionEndedProblem },
  )

export const findSession = async (app: App, refreshToken: string, now: Date) => {
  const read = await readRefreshToken(app, refreshToken)
  if (!read) throw buildSessionEndedProblem()
  const { identity, session, grant, secret } = read
  const keys = [sessionKey(identity, session), ...(grant ? [sessionKey(identity, session, grant)] : [])]
  const items = await Promise.all(keys.map((key) => app.db.get<Session>(key)))
  const item: Session | undefined = items.at(-1)
  if (!item || items.some((each) => !each || each.expiresAt <= toUnixSeconds(now))) throw buildSessionEndedProblem()
  const shown: Authentication = {
    authenticatedAt: item.authenticatedAt,
    // A satellite shares what was shown in the session that it joined.
    methods: items[0]?.methods ?? [],
  }
  return { identity, session, grant, secret, item, shown }
}

export type FoundSession = Awaited<ReturnType<typeof findSession>>

/** Lists the stored tokens that were used, the last one first. */
const listSpent = ({ spent, spentBefore }: Session): Spent[] => [...(spent ? [spent] : []), ...spentBefore]

/** Checks that the token is the current one of its session, or one of those used last. */
export const isIssuedToken = ({ secret, item }: FoundSession): boolean => {
  const given = hashSecret(secret)
  return [item, ...listSpent(item)].some(({ hash }) => isSameDigest(given, hash))
}

/** Lists the identity's active sessions, newest first. */
export const listLiveSessions = async (db: Table, identity: Identity, now: Date): Promise<LiveSession[]> => {
  const items = await db.query<Session>({ pk: `I#${identity.id}`, prefix: 'S#', newestFirst: true })
  return items
    .filter(({ sk, expiresAt }) => expiresAt > toUnixSeconds(now) && !isSessionEnded(identity, readSessionId(sk)))
    .map((item) => ({ ...item, id: readSessionId(item.sk) }))
}

const readSessionId = (sk: string): Id => sk.slice('S#'.length)

/**
 * Replaces the refresh token by its successor. A token used again within `GRACE_SECONDS` is a repeated request and gets
 * the same successor, also if that was used meanwhile; used again later, it was stolen. Returns undefined if the session
 * must end.
 */
export const rotateRefreshToken = async (app: App, unit: Unit, found: FoundSession): Promise<string | undefined> => {
  const { identity, session, grant, secret, item } = found
  const now = toUnixSeconds(unit.now)
  const hash = hashSecret(secret)
  const repeatable = listSpent(item).filter(({ at }) => now - at <= GRACE_SECONDS)
  const repeated = repeatable.find((spent) => isSameDigest(hash, spent.hash))
  if (repeated) return await writeRefreshToken(app, found, deriveSuccessor(repeated.seed, secret))
  if (!isSameDigest(hash, item.hash)) return undefined
  const seed = randomBytes(32).toString('base64url')
  const next = deriveSuccessor(seed, secret)
  unit.add({
    update: sessionKey(identity, session, grant),
    set: 'SET #hash = :next, #spent = :spent, #spentBefore = :before, #lastUsedAt = :at, #expiresAt = :expiresAt',
    when: '#hash = :hash',
    values: {
      ':hash': hash,
      ':next': hashSecret(next),
      ':spent': { hash, seed, at: now },
      ':before': repeatable.slice(0, MAX_SPENT_BEFORE),
      ':at': unit.now.toISOString(),
      ':expiresAt': now + REFRESH_SECONDS,
    },
  })
  return await writeRefreshToken(app, found, next)
}

/** Derives the successor from the used token and its stored seed; either alone does not reveal it. */
const deriveSuccessor = (seed: string, secret: string) => createHmac('sha256', seed).update(secret).digest('base64url')

/** Ends the session with its grants, or one grant. */
export const endSession = (unit: Unit, identity: Id, session: Id, grant?: Id): void => {
  unit.add({ delete: sessionKey(identity, session, grant) })
  unit.add(buildSessionRevocation(identity, grant ?? session, unit.now))
}

/** Longer than any request takes or clocks differ. */
const MARGIN_MS = 60_000

/** Ends all sessions of the identity started so far, except `keep`, and applies `changes` to the identity. */
export const endSessions = async (
  db: Table,
  unit: Unit,
  id: Id,
  keep: Id | null = null,
  changes: Partial<Identity> = {},
): Promise<void> => {
  const identity = await findIdentity(db, id)
  if (!identity) throw buildSessionEndedProblem()
  endSessionsOf(unit, identity, keep, changes)
}

/** Like `endSessions`, for an identity that was read; the unit is stale if it has changed since. */
export const endSessionsOf = (
  unit: Unit,
  identity: Identity,
  keep: Id | null = null,
  changes: Partial<Identity> = {},
): void => {
  const { id } = identity
  // The margin also ends sessions of sign-ins that are still running on the identity as it was before.
  const last = identity.endedUpTo ? getIdTime(identity.endedUpTo).getTime() + 1 : 0
  const endedUpTo = buildLastId(new Date(Math.max(unit.now.getTime() + MARGIN_MS, last)))
  changeIdentity(unit, id, { ...changes, endedUpTo, kept: keep }, identity)
  unit.add(buildSessionsRevocation(id, endedUpTo, keep, unit.now))
}

const buildLastId = (now: Date): Id => encodeTime(now) + 'Z'.repeat(16)

export const isSessionEnded = ({ endedUpTo, kept }: Pick<Identity, 'endedUpTo' | 'kept'>, session: Id): boolean =>
  endedUpTo !== null && session <= endedUpTo && session !== kept
