import { createHash } from 'node:crypto'
import { createBoundedCache } from '../bounded-cache.ts'
import { Problem } from '../problem.ts'
import type { Item, Key, Table } from '../store/table/table.ts'
import { type Bearer, GATE_LIFETIME_SECONDS, isOutdated, isRevoked, listExpiredRevocations } from './revocation.ts'

// Rate limits, one item for each caller:  G#<identity> | G#ip#<address> | G#ip#<address>#<operation>  /  GATE
// failed sign-ins to an account:          G#account#<digest> | G#account#<digest>#<digest of a device or address>
// proofs of a second factor:              G#mfa#<identity>
// requests for another e-mail address:    G#email-change#<identity>
// mails to an address:                   G#mail#<anybody | members>#<digest of the address>
// recorded refusals of a token:           G#refused-token#<service account>
// satellites:                             G#satellite#<clientId> | G#grant#<grant>
//   w<window>   requests counted in that window
// An identity's item holds its revocations too (`revocation.ts`).

/** A caller's item and the number of requests that it allows in a window. */
export interface RateLimit {
  key: Key
  limit: number
}

export interface RateLimitStatus {
  limit: number
  remaining: number
  /** Unix time, in seconds, at which the window ends. */
  resetAt: number
}

const MINUTE = 60
const MAX_STALE_ATTRIBUTES = 16

export const addressGateKey = (address: string, operation?: string): Key => ({
  pk: operation ? `G#ip#${address}#${operation}` : `G#ip#${address}`,
  sk: 'GATE',
})

/** Key of the failed sign-ins to the account of an e-mail address, in all or from one origin. */
export const accountGateKey = (emailDigest: string, origin?: string): Key => ({
  pk: origin ? `G#account#${emailDigest}#${origin}` : `G#account#${emailDigest}`,
  sk: 'GATE',
})

/** Key of the wrong codes of an identity, from whichever address they come. */
export const mfaGateKey = (identity: string): Key => ({ pk: `G#mfa#${identity}`, sk: 'GATE' })

/** Key of an identity's requests for another e-mail address. */
export const emailChangeGateKey = (identity: string): Key => ({ pk: `G#email-change#${identity}`, sk: 'GATE' })

/** Key of the mails to an address, whoever asks for them and from wherever. */
export const mailGateKey = (emailDigest: string, askers: string): Key => ({
  pk: `G#mail#${askers}#${emailDigest}`,
  sk: 'GATE',
})

/** Key of the refused requests for a token of a service account that the audit trail holds. */
export const refusedTokenGateKey = (id: string): Key => ({ pk: `G#refused-token#${id}`, sk: 'GATE' })

/** Windows start at another second for each caller, so that not every window ends at once. */
const windowOffsets = createBoundedCache<number>(10_000)
const getWindowOffset = (pk: string, windowSeconds: number) => {
  const known = windowOffsets.get(pk)
  if (known !== undefined) return known
  const offset = createHash('sha1').update(pk).digest().readUInt16BE(0) % windowSeconds
  windowOffsets.set(pk, offset)
  return offset
}

/** Finds the window that contains a time, and when it ends. */
const findWindow = ({ pk }: Key, nowSeconds: number, windowSeconds: number) => {
  const offset = getWindowOffset(pk, windowSeconds)
  const window = Math.floor((nowSeconds + offset) / windowSeconds)
  return { window, resetAt: (window + 1) * windowSeconds - offset }
}

/** Callers over their limit, which are refused without a write until their window ends. */
const blocked = createBoundedCache<RateLimitStatus>(10_000)

export const buildRateLimitHeaders = ({ limit, remaining, resetAt }: RateLimitStatus) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
})

/** Describes the window of a caller from whom this request takes nothing. */
export const describeUncounted = ({ key, limit }: RateLimit, now: Date): RateLimitStatus => {
  const { resetAt } = findWindow(key, now.getTime() / 1000, MINUTE)
  return { limit, remaining: limit, resetAt }
}

const buildRateLimitProblem = (status: RateLimitStatus, nowSeconds: number) =>
  new Problem('RATE_LIMITED', 'Too many requests. Wait before you try again.', {
    headers: {
      ...buildRateLimitHeaders(status),
      'Retry-After': String(Math.max(1, Math.ceil(status.resetAt - nowSeconds))),
    },
  })

const listStaleAttributes = (item: Item, window: number, nowSeconds: number) => {
  const names = Object.keys(item)
  if (names.length <= MAX_STALE_ATTRIBUTES) return []
  const windows = names.filter((name) => /^w\d+$/.test(name) && Number(name.slice(1)) < window - 1)
  return [...windows, ...listExpiredRevocations(item, nowSeconds)]
}

interface Window {
  windowSeconds?: number
  /** Set where `refundRateLimit` may take requests back: a refusal then says nothing about the rest of the window. */
  isRefundable?: boolean
}

/**
 * Counts the request and checks the caller's session, in one write. Throws if the limit is used up, the session was
 * revoked, or the write fails, so that nobody gets in unchecked.
 */
export const checkRateLimit = async (
  db: Table,
  now: Date,
  key: Key,
  limit: number,
  { windowSeconds = MINUTE, isRefundable = false, ...bearer }: Bearer & Window = {},
): Promise<RateLimitStatus> => {
  const nowSeconds = now.getTime() / 1000
  const { window, resetAt } = findWindow(key, nowSeconds, windowSeconds)

  const known = blocked.get(key.pk)
  if (known && known.resetAt > nowSeconds) throw buildRateLimitProblem(known, nowSeconds)

  const { ok, item } = await db.update({
    update: key,
    set: 'SET #w = if_not_exists(#w, :none) + :one, #expiresAt = :expiresAt REMOVE #w2, #w3',
    when: 'attribute_not_exists(#w) OR #w < :limit',
    names: { '#w': `w${window}`, '#w2': `w${window - 2}`, '#w3': `w${window - 3}` },
    values: { ':none': 0, ':one': 1, ':limit': limit, ':expiresAt': Math.floor(nowSeconds) + GATE_LIFETIME_SECONDS },
    isBookkeeping: true,
  })
  const used = (item?.[`w${window}`] as number | undefined) ?? limit
  const status = { limit, remaining: ok ? Math.max(0, limit - used) : 0, resetAt }
  const headers = buildRateLimitHeaders(status)
  if (item && isRevoked(item, bearer))
    throw new Problem('SESSION_REVOKED', 'This session has ended. Sign in again.', { headers })
  if (item && isOutdated(item, bearer))
    throw new Problem('TOKEN_EXPIRED', 'Your role in this tenant has changed. Refresh the access token.', { headers })
  if (!ok) {
    if (!isRefundable) blocked.set(key.pk, status)
    throw buildRateLimitProblem(status, nowSeconds)
  }
  const stale = listStaleAttributes(item, window, nowSeconds)
  if (stale.length > MAX_STALE_ATTRIBUTES) await removeAttributes(db, key, item, stale)
  return status
}

/** Takes one counted request back, where only failures are to count. The request must have been counted as refundable. */
export const refundRateLimit = async (db: Table, now: Date, key: Key, windowSeconds: number): Promise<void> => {
  const { window } = findWindow(key, now.getTime() / 1000, windowSeconds)
  await db.update({
    update: key,
    set: 'SET #w = #w - :one',
    when: '#w > :none',
    names: { '#w': `w${window}` },
    values: { ':one': 1, ':none': 0 },
    isBookkeeping: true,
  })
}

/** A revocation may have been renewed meanwhile, so attributes are removed only while they are as they were read. */
const removeAttributes = (db: Table, key: Key, item: Item, names: readonly string[]) =>
  db.update({
    update: key,
    set: `REMOVE ${names.map((_, i) => `#m${i}`).join(', ')}`,
    when: names.map((_, i) => `#m${i} = :m${i}`).join(' AND '),
    names: Object.fromEntries(names.map((name, i) => [`#m${i}`, name])),
    values: Object.fromEntries(names.map((name, i) => [`:m${i}`, item[name]])),
  })
