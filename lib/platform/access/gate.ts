import { createHash } from 'node:crypto'
import { createBoundedCache } from '../bounded-cache.ts'
import type { Id } from '../id.ts'
import { Problem } from '../problem.ts'
import type { Item, Key, Table, Update } from '../store/table/table.ts'

// Gate items, one for each caller:  G#<identity> | G#ip#<address> | G#ip#<address>#<operation>  /  GATE
// failures to sign in to one:     G#account#<digest> | G#account#<digest>#<digest of a device or address>
// and of satellites:              G#satellite#<clientId> | G#grant#<grant>
//   w<window>   requests counted in that minute
//   after       sessions up to this one are over (ids of sessions are in the order of their start) ...
//   keep        ... but not this one
//   x<session>  this session is over, or x<grant> this satellite's part of one; the value is when its last access
//               token has expired
//   t<tenant>   { version, until }   in this tenant only tokens of this version of the membership are good; the others
//               have expired by then

export interface RateLimitStatus {
  limit: number
  remaining: number
  /** Unix time, in seconds, at which the window ends. */
  resetAt: number
}

const MINUTE = 60
const IDLE_SECONDS = 3600
const STALE_MARKS = 16

export const identityGate = (identity: Id): Key => ({ pk: `G#${identity}`, sk: 'GATE' })
export const addressGate = (address: string, operation?: string): Key => ({
  pk: operation ? `G#ip#${address}#${operation}` : `G#ip#${address}`,
  sk: 'GATE',
})

/** Failures to sign in to the account of an e-mail address, in all or from one place. */
export const accountGate = (emailDigest: string, place?: string): Key => ({
  pk: place ? `G#account#${emailDigest}#${place}` : `G#account#${emailDigest}`,
  sk: 'GATE',
})

/** Windows start at another second for each caller, so that not everybody's minute ends at once. */
const staggers = createBoundedCache<number>(10_000)
const getWindowOffset = (pk: string, windowSeconds: number) => {
  const known = staggers.get(pk)
  if (known !== undefined) return known
  const made = createHash('sha1').update(pk).digest().readUInt16BE(0) % windowSeconds
  staggers.set(pk, made)
  return made
}

const blocked = createBoundedCache<RateLimitStatus>(10_000)

export const buildRateLimitHeaders = ({ limit, remaining, resetAt }: RateLimitStatus) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
})

const buildRateLimitProblem = (standing: RateLimitStatus, nowSeconds: number) =>
  new Problem('RATE_LIMITED', 'Too many requests; wait before you try again.', {
    headers: {
      ...buildRateLimitHeaders(standing),
      'Retry-After': String(Math.max(1, Math.ceil(standing.resetAt - nowSeconds))),
    },
  })

interface Bearer {
  session?: Id
  grant?: Id | undefined
  tenant?: Id | undefined
  membership?: string | undefined
}

interface MembershipMark {
  version: string
  until: number
}

const isOver = (item: Item, session: Id, grant?: Id) =>
  item[`x${session}`] !== undefined ||
  (grant !== undefined && item[`x${grant}`] !== undefined) ||
  (item.after !== undefined && session <= (item.after as string) && session !== item.keep)

const isOutdated = (item: Item, { tenant, membership }: Bearer) => {
  const mark = item[`t${tenant}`] as MembershipMark | undefined
  return mark !== undefined && mark.version !== membership
}

const listStaleMarks = (item: Item, window: number, nowSeconds: number) => {
  const names = Object.keys(item)
  if (names.length <= STALE_MARKS) return []
  return names.filter(
    (name) =>
      (/^w\d+$/.test(name) && Number(name.slice(1)) < window - 1) ||
      (/^x[0-7]/.test(name) && (item[name] as number) < nowSeconds) ||
      (/^t[0-7]/.test(name) && (item[name] as MembershipMark).until < nowSeconds),
  )
}

/**
 * Counts the request and proves the session, in one write. Throws when the minute's requests are used up or the
 * session is over; a gate that cannot be asked lets nobody in.
 */
export const checkGate = async (
  db: Table,
  now: Date,
  key: Key,
  limit: number,
  { session, grant, tenant, membership, windowSeconds = MINUTE }: Bearer & { windowSeconds?: number } = {},
): Promise<RateLimitStatus> => {
  const nowSeconds = now.getTime() / 1000
  const stagger = getWindowOffset(key.pk, windowSeconds)
  const window = Math.floor((nowSeconds + stagger) / windowSeconds)
  const resetAt = (window + 1) * windowSeconds - stagger

  const known = blocked.get(key.pk)
  if (known && known.resetAt > nowSeconds) throw buildRateLimitProblem(known, nowSeconds)

  const { ok, item } = await db.update({
    update: key,
    set: 'SET #w = if_not_exists(#w, :none) + :one, #expiresAt = :expiresAt REMOVE #w2, #w3',
    when: 'attribute_not_exists(#w) OR #w < :limit',
    names: { '#w': `w${window}`, '#w2': `w${window - 2}`, '#w3': `w${window - 3}` },
    values: { ':none': 0, ':one': 1, ':limit': limit, ':expiresAt': Math.floor(nowSeconds) + IDLE_SECONDS },
    isBookkeeping: true,
  })
  const used = (item?.[`w${window}`] as number | undefined) ?? limit
  const standing = { limit, remaining: ok ? Math.max(0, limit - used) : 0, resetAt }
  if (item && session && isOver(item, session, grant))
    throw new Problem('SESSION_REVOKED', 'This session is over; sign in again.', {
      headers: buildRateLimitHeaders(standing),
    })
  if (item && isOutdated(item, { tenant, membership }))
    throw new Problem('TOKEN_EXPIRED', 'Your role in this tenant has changed; refresh the access token.', {
      headers: buildRateLimitHeaders(standing),
    })
  if (!ok) {
    blocked.set(key.pk, standing)
    throw buildRateLimitProblem(standing, nowSeconds)
  }
  const stale = listStaleMarks(item, window, nowSeconds)
  if (item && stale.length > STALE_MARKS) await sweep(db, key, item, stale)
  return standing
}

/** Takes back what `admit` counted, where only failures are to count. */
export const refund = async (db: Table, now: Date, key: Key, windowSeconds: number): Promise<void> => {
  const window = Math.floor((now.getTime() / 1000 + getWindowOffset(key.pk, windowSeconds)) / windowSeconds)
  await db.update({
    update: key,
    set: 'SET #w = #w - :one',
    when: '#w > :none',
    names: { '#w': `w${window}` },
    values: { ':one': 1, ':none': 0 },
    isBookkeeping: true,
  })
}

/** The write after which the gate lets no session through that started before, except the one kept. */
export const endSessionsAtGate = (identity: Id, after: Id, keep: Id | null, now: Date): Update => ({
  update: identityGate(identity),
  set: 'SET #after = :after, #keep = :keep, #expiresAt = :expiresAt',
  values: { ':after': after, ':keep': keep, ':expiresAt': Math.floor(now.getTime() / 1000) + IDLE_SECONDS },
})

/** The write after which the gate lets this one session through no more. */
export const endSessionAtGate = (identity: Id, session: Id, now: Date): Update => {
  const until = Math.floor(now.getTime() / 1000) + IDLE_SECONDS
  return {
    update: identityGate(identity),
    set: 'SET #x = :until, #expiresAt = :until',
    names: { '#x': `x${session}` },
    values: { ':until': until },
  }
}

/** The write after which the gate lets only tokens of this version of the membership into the tenant. */
export const renewMembershipAtGate = (identity: Id, tenant: Id, version: string, now: Date): Update => {
  const until = Math.floor(now.getTime() / 1000) + IDLE_SECONDS
  return {
    update: identityGate(identity),
    set: 'SET #t = :mark, #expiresAt = :until',
    names: { '#t': `t${tenant}` },
    values: { ':mark': { version, until }, ':until': until },
  }
}

/** A membership's mark may have been renewed meanwhile, so marks go only as they were read. */
const sweep = (db: Table, key: Key, item: Item, marks: readonly string[]) =>
  db.update({
    update: key,
    set: `REMOVE ${marks.map((_, i) => `#m${i}`).join(', ')}`,
    when: marks.map((_, i) => `#m${i} = :m${i}`).join(' AND '),
    names: Object.fromEntries(marks.map((mark, i) => [`#m${i}`, mark])),
    values: Object.fromEntries(marks.map((mark, i) => [`:m${i}`, item[mark]])),
  })
