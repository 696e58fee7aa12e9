import type { Id } from '../id.ts'
import type { Item, Key, Update } from '../store/table/table.ts'

// Revocations lie on the identity's rate limit item, G#<identity> / GATE, so that one write checks both:
//   after       sessions up to this one are revoked; session ids are in the order of their start ...
//   keep        ... except this one
//   x<session>  Unix seconds until which a token of this session, or x<grant> of this satellite grant, may be unexpired
//   t<tenant>   { version, until }   tokens for the tenant need this membership version; others expire by `until`

/** Seconds that the item outlives its last write; longer than any access token is valid. */
export const GATE_LIFETIME_SECONDS = 3600

export interface Bearer {
  session?: Id
  grant?: Id | undefined
  tenant?: Id | undefined
  membership?: string | undefined
}

interface MembershipMark {
  version: string
  until: number
}

export const identityGateKey = (identity: Id): Key => ({ pk: `G#${identity}`, sk: 'GATE' })

/** Greater than any session id; sessions up to it are revoked when the account is deleted. */
export const LAST_SESSION: Id = `7${'Z'.repeat(25)}`

/** Tells whether the account to which the item belongs was deleted. */
export const isAccountDeleted = (item: Item): boolean => item.after === LAST_SESSION

export const isRevoked = (item: Item, { session, grant }: Bearer): boolean =>
  session !== undefined &&
  (item[`x${session}`] !== undefined ||
    (grant !== undefined && item[`x${grant}`] !== undefined) ||
    (item.after !== undefined && session <= (item.after as string) && session !== item.keep))

export const isOutdated = (item: Item, { tenant, membership }: Bearer): boolean => {
  const mark = item[`t${tenant}`] as MembershipMark | undefined
  return mark !== undefined && mark.version !== membership
}

/** Lists the revocations that no unexpired token needs any more. */
export const listExpiredRevocations = (item: Item, nowSeconds: number): string[] =>
  Object.keys(item).filter(
    (name) =>
      (/^x[0-7]/.test(name) && (item[name] as number) < nowSeconds) ||
      (/^t[0-7]/.test(name) && (item[name] as MembershipMark).until < nowSeconds),
  )

/** Builds the write that revokes all sessions up to `after`, except `keep`. */
export const buildSessionsRevocation = (identity: Id, after: Id, keep: Id | null, now: Date): Update => ({
  update: identityGateKey(identity),
  set: 'SET #after = :after, #keep = :keep, #expiresAt = :expiresAt',
  values: { ':after': after, ':keep': keep, ':expiresAt': Math.floor(now.getTime() / 1000) + GATE_LIFETIME_SECONDS },
})

/** Builds the write that revokes one session or satellite grant. */
export const buildSessionRevocation = (identity: Id, session: Id, now: Date): Update => {
  const until = Math.floor(now.getTime() / 1000) + GATE_LIFETIME_SECONDS
  return {
    update: identityGateKey(identity),
    set: 'SET #x = :until, #expiresAt = :until',
    names: { '#x': `x${session}` },
    values: { ':until': until },
  }
}

/** Builds the write that revokes the tokens of some keys of a service account. */
export const buildKeysRevocation = (serviceAccount: Id, keys: readonly Id[], now: Date): Update => {
  const until = Math.floor(now.getTime() / 1000) + GATE_LIFETIME_SECONDS
  return {
    update: identityGateKey(serviceAccount),
    set: `SET ${keys.map((_, i) => `#x${i} = :until, `).join('')}#expiresAt = :until`,
    names: Object.fromEntries(keys.map((key, i) => [`#x${i}`, `x${key}`])),
    values: { ':until': until },
  }
}

/** Builds the write after which only tokens of this membership version are accepted in the tenant. */
export const buildMembershipRevocation = (identity: Id, tenant: Id, version: string, now: Date): Update => {
  const until = Math.floor(now.getTime() / 1000) + GATE_LIFETIME_SECONDS
  return {
    update: identityGateKey(identity),
    set: 'SET #t = :mark, #expiresAt = :until',
    names: { '#t': `t${tenant}` },
    values: { ':mark': { version, until }, ':until': until },
  }
}
