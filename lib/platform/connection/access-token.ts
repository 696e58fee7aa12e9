import { randomUUID } from 'node:crypto'
import { type App, lasting } from '../app/app.ts'
import { fallbackDeadline } from '../deadline.ts'
import { type Grant, GrantRefused } from '../outbound/request-grant.ts'
import { unavailable } from '../problem.ts'
import { runInUnit, type Unit } from '../store/unit.ts'
import { decideTokenUse, isUsable } from './decide-token-use.ts'
import {
  claimRefresh,
  endRefresh,
  markTokensBroken,
  readTokens,
  replaceTokens,
  type StoredTokens,
  type TokenOwner,
  type Tokens,
} from './tokens.ts'

/** The provider rejects the stored tokens, or there are none. Only a new connection helps. */
export class ConnectionBroken extends Error {
  readonly isBroken: boolean

  constructor(reason: 'broken' | 'none') {
    super(`the stored tokens: ${reason}`)
    this.isBroken = reason === 'broken'
  }
}

/**
 * Returns true if the provider no longer accepts the stored connection. Other refusals concern the deployment's own account.
 */
export const isBrokenConnection = (error: unknown): boolean =>
  error instanceof ConnectionBroken || (error instanceof GrantRefused && error.code === 'invalid_grant')

export interface Refreshing {
  /** Requests new tokens within `REFRESH_MS`. Throws `GrantRefused` with `invalid_grant` if the old ones no longer work. */
  refresh: (tokens: Tokens) => Promise<Grant>
  /** Adds other changes to the transaction that marks the connection as broken. */
  whenBroken: (unit: Unit) => Promise<unknown>
}

/** Upper bound for a refresh. */
export const REFRESH_MS = 6_000
/** After this time another caller takes over from one that died; longer than a refresh. */
const CLAIM_MS = 9_000
const WAIT_MS = 150
const MAX_WAITS = 90
const RENEWING = 'The connection is being renewed. Try again in a moment.'

const markConnectionBroken = (app: App, owner: TokenOwner, { version }: StoredTokens, { whenBroken }: Refreshing) =>
  runInUnit(app.db, { tenant: owner.tenant, actor: null, now: app.clock() }, async (unit) => {
    const current = await readTokens(app, owner)
    // Another caller has refreshed meanwhile, so the rejected tokens are no longer the current ones.
    if (current?.version !== version) return
    markTokensBroken(unit, owner, current)
    await whenBroken(unit)
  })

/**
 * Refreshes stored tokens. Returns undefined if they have to be read again, because another caller has changed them or has
 * claimed the refresh. If the provider fails, `fallback` is returned instead.
 */
const refreshTokens = async (
  app: App,
  owner: TokenOwner,
  stored: StoredTokens,
  refreshing: Refreshing,
  { by, fallback }: { by: string; fallback: string | undefined },
): Promise<string | undefined> => {
  const now = app.clock()
  const claimant = { by, now, until: new Date(now.getTime() + CLAIM_MS) }
  if (!(await claimRefresh(app, owner, stored, claimant))) return undefined
  try {
    const grant = await refreshing.refresh(stored.tokens)
    return (await replaceTokens(app, owner, stored, grant, app.clock())) ? grant.accessToken : undefined
  } catch (error) {
    if (error instanceof GrantRefused && error.code === 'invalid_grant') {
      await markConnectionBroken(app, owner, stored, refreshing)
      return undefined
    }
    await endRefresh(app, owner, by)
    if (fallback === undefined) throw error
    return fallback
  }
}

/**
 * Returns an access token that outlives the next request. One caller at a time refreshes it, before it expires; new tokens
 * are stored before anybody uses them. `rejected` is a token that the provider did not accept although it should be valid.
 * Throws `ConnectionBroken`, the provider's failure, or 503 if the wait would outlast the caller's deadline.
 */
export const getAccessToken = async (
  app: App,
  owner: TokenOwner,
  refreshing: Refreshing,
  rejected?: string,
): Promise<string> => {
  const deadline = app.db.deadline ?? fallbackDeadline()
  const by = randomUUID()
  for (let waits = 0; waits < MAX_WAITS; ) {
    const stored = await readTokens(app, owner)
    if (!stored || stored.brokenAt) throw new ConnectionBroken(stored ? 'broken' : 'none')
    const { accessToken } = stored.tokens
    const now = app.clock()
    const use = decideTokenUse(stored, { rejected, now, spread: Math.random() })
    if (use === 'use') return accessToken
    if (use === 'wait') {
      waits++
      await deadline.pause(WAIT_MS * (0.5 + Math.random()), RENEWING)
      continue
    }
    const fallback = accessToken !== rejected && isUsable(stored, now) ? accessToken : undefined
    if (deadline.millisecondsLeft() < REFRESH_MS) {
      if (fallback === undefined) throw unavailable(RENEWING, { retryAfter: 2 })
      return fallback
    }
    // A grant is stored even if the request that asked for it is over by then.
    const token = await refreshTokens(lasting(app), owner, stored, refreshing, { by, fallback })
    if (token !== undefined) return token
  }
  throw unavailable(RENEWING, { retryAfter: 2 })
}
