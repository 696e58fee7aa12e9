import type { StoredTokens } from './tokens.ts'

const MAX_REFRESH_LEAD_MS = 300_000
/** Upper bound for a request that is sent with a token. */
const MAX_REQUEST_MS = 10_000

/** Returns true if the access token outlives one more request. */
export const isUsable = ({ validUntil }: Pick<StoredTokens, 'validUntil'>, now: Date): boolean =>
  !validUntil || now.getTime() + MAX_REQUEST_MS < validUntil.getTime()

/** Tokens are refreshed before they expire: `spread`, from 0 to 1, keeps callers from noticing at the same moment. */
const isDue = ({ obtainedAt, validUntil }: StoredTokens, now: Date, spread: number) => {
  if (!validUntil) return false
  const lifetime = validUntil.getTime() - obtainedAt.getTime()
  const lead = Math.min(MAX_REFRESH_LEAD_MS, lifetime / 5) * (0.5 + spread / 2)
  return now.getTime() + lead >= validUntil.getTime()
}

/** The facts beside the stored tokens. `rejected` is an access token that the provider did not accept. */
export interface TokenCircumstances {
  rejected?: string | undefined
  now: Date
  spread: number
}

export type TokenUse = 'use' | 'wait' | 'refresh'

/**
 * Decides on stored tokens that are not broken: use the access token, refresh it, or wait for the caller who is refreshing
 * it. While somebody refreshes early, the others go on with the old token.
 */
export const decideTokenUse = (stored: StoredTokens, { rejected, now, spread }: TokenCircumstances): TokenUse => {
  const isGood = stored.tokens.accessToken !== rejected && isUsable(stored, now)
  if (isGood && !isDue(stored, now, spread)) return 'use'
  const isBeingRefreshed = stored.refreshingUntil !== null && stored.refreshingUntil > now
  if (!isBeingRefreshed) return 'refresh'
  return isGood ? 'use' : 'wait'
}
