import { randomUUID } from 'node:crypto'
import { type App, lasting } from '../app/app.ts'
import { fallbackDeadline } from '../deadline.ts'
import { type Grant, GrantRefused } from '../outbound/request-grant.ts'
import { unavailable } from '../problem.ts'
import { runInUnit, type Unit } from '../store/unit.ts'
import {
  claimRefresh,
  endRefresh,
  type Held,
  markTokensBroken,
  readTokens,
  replaceTokens,
  type TokenOwner,
  type Tokens,
} from './tokens.ts'

/** The provider no longer takes the stored tokens, or there are none: whoever owns the connection has to make it anew. */
export class ConnectionBroken extends Error {
  readonly isBroken: boolean

  constructor(why: 'broken' | 'none') {
    super(`the stored tokens: ${why}`)
    this.isBroken = why === 'broken'
  }
}

export interface Refreshing {
  /** Asks the provider for new tokens, within `REFRESH_MS`; `GrantRefused` with `invalid_grant` where it no longer does. */
  refresh: (tokens: Tokens) => Promise<Grant>
  /** What else changes, in the same transaction, where the connection turns out to be broken. */
  whenBroken: (unit: Unit) => Promise<unknown>
}

/** What a refresh may take. */
export const REFRESH_MS = 6_000
/** A refresher that died is followed by another after this; longer than a refresh takes. */
const CLAIM_MS = 9_000
const WAIT_MS = 150
const MAX_WAITS = 90
const RENEWING = 'The connection is being renewed; try again in a moment.'

const EARLIEST_MS = 300_000
/** No request that is sent with a token takes longer. */
const LATEST_MS = 10_000

const addMilliseconds = (at: Date, ms: number) => new Date(at.getTime() + ms)

/** Some refresh earlier than others, so that not all who notice do so at the same moment. */
const isDue = ({ obtainedAt, validUntil }: Held, now: Date) => {
  if (!validUntil) return false
  const lives = validUntil.getTime() - obtainedAt.getTime()
  const early = Math.min(EARLIEST_MS, lives / 5) * (0.5 + Math.random() / 2)
  return addMilliseconds(now, early) >= validUntil
}
/** Tells whether an access token lives long enough for one more request. */
export const isUsable = ({ validUntil }: Held, now: Date) => !validUntil || addMilliseconds(now, LATEST_MS) < validUntil

const markConnectionBroken = (app: App, owner: TokenOwner, { version }: Held, { whenBroken }: Refreshing) =>
  runInUnit(app.db, { tenant: owner.tenant, actor: null, now: app.clock() }, async (unit) => {
    const standing = await readTokens(app, owner)
    // Somebody else has refreshed meanwhile, with a token that took the place of ours.
    if (standing?.version !== version) return
    markTokensBroken(unit, owner, standing)
    await whenBroken(unit)
  })

/**
 * An access token that is good for a while. It is refreshed early, by one caller at a time; the others go on with the old
 * one as long as it lasts and then wait. New tokens are stored before anybody uses them. `refused` is a token that the
 * provider did not take although it should be good.
 */
export const getAccessToken = async (
  app: App,
  owner: TokenOwner,
  refreshing: Refreshing,
  refused?: string,
): Promise<string> => {
  // What the provider has handed out is stored even where the request that asked for it is over by then.
  const store = lasting(app)
  const deadline = app.db.deadline ?? fallbackDeadline()
  const by = randomUUID()
  for (let waits = 0; waits < MAX_WAITS; ) {
    const held = await readTokens(app, owner)
    if (!held || held.brokenAt) throw new ConnectionBroken(held ? 'broken' : 'none')
    const now = app.clock()
    const { tokens, refreshingUntil } = held
    const isRefused = tokens.accessToken === refused
    const usable = !isRefused && isUsable(held, now)
    if (usable && !isDue(held, now)) return tokens.accessToken
    const others = refreshingUntil !== null && refreshingUntil > now
    if (others && usable) return tokens.accessToken
    if (others) {
      waits++
      await deadline.pause(WAIT_MS * (0.5 + Math.random()), RENEWING)
      continue
    }
    if (deadline.millisecondsLeft() < REFRESH_MS) {
      if (usable) return tokens.accessToken
      throw unavailable(RENEWING, { retryAfter: 2 })
    }
    if (!(await claimRefresh(store, owner, held, { by, now, until: addMilliseconds(now, CLAIM_MS) }))) continue
    try {
      const grant = await refreshing.refresh(tokens)
      if (await replaceTokens(store, owner, held, grant, app.clock())) return grant.accessToken
    } catch (error) {
      if (error instanceof GrantRefused && error.code === 'invalid_grant') {
        await markConnectionBroken(store, owner, held, refreshing)
        continue
      }
      await endRefresh(store, owner, by)
      if (usable) return tokens.accessToken
      throw error
    }
  }
  throw unavailable(RENEWING, { retryAfter: 2 })
}
