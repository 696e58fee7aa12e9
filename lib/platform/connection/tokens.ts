import type { App } from '../app/app.ts'
import { type Id, newId } from '../id.ts'
import type { Grant } from '../outbound/request-grant.ts'
import { type Claimant, claim, release } from '../store/lease.ts'
import type { Item, Key } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'

// Tokens:  T#<tenant>#tokens / <what they connect>   sealedTokens, obtainedAt, validUntil, version, brokenAt,
//                                                     refreshingUntil, refreshingBy

/** Whose tokens: the resource that they connect, such as a custodian, and the vault's purpose for them. */
export interface TokenOwner {
  tenant: Id
  subject: Id
  purpose: string
}

export interface Tokens {
  accessToken: string
  refreshToken: string | null
}

export interface Held {
  tokens: Tokens
  /** Changes with the tokens, and with nothing else. */
  version: Id
  obtainedAt: Date
  /** Null for ever. */
  validUntil: Date | null
  /** Until when somebody has said to be refreshing them. */
  refreshingUntil: Date | null
  /** Since when the provider no longer takes them; only new ones help. */
  brokenAt: string | null
}

const tokensKey = ({ tenant, subject }: TokenOwner): Key => ({ pk: `T#${tenant}#tokens`, sk: subject })

const parseDate = (value: unknown) => (value ? new Date(value as string) : null)

export const readTokens = async ({ db, vault }: Pick<App, 'db' | 'vault'>, owner: TokenOwner) => {
  const item = await db.get(tokensKey(owner))
  if (!item) return undefined
  const { sealedTokens, version, obtainedAt, validUntil, refreshingUntil, brokenAt = null } = item
  return {
    tokens: JSON.parse(await vault.open(sealedTokens as string, { ...owner })),
    version,
    obtainedAt: new Date(obtainedAt as string),
    validUntil: parseDate(validUntil),
    refreshingUntil: parseDate(refreshingUntil),
    brokenAt,
  } as Held
}

const buildTokensItem = async (
  { vault }: Pick<App, 'vault'>,
  owner: TokenOwner,
  { accessToken, refreshToken, seconds }: Grant,
  now: Date,
): Promise<Item> => ({
  ...tokensKey(owner),
  kind: 'tokens',
  sealedTokens: await vault.seal(JSON.stringify({ accessToken, refreshToken } satisfies Tokens), { ...owner }),
  version: newId(now),
  obtainedAt: now.toISOString(),
  validUntil: seconds === null ? null : new Date(now.getTime() + seconds * 1000).toISOString(),
})

/** Stores new tokens; a refresh of the ones before, should one be running, comes too late from then on. */
export const storeTokens = async (app: Pick<App, 'vault'>, unit: Unit, owner: TokenOwner, grant: Grant) =>
  unit.add({ put: await buildTokensItem(app, owner, grant, unit.now) })

export const deleteTokens = (unit: Unit, owner: TokenOwner): void => unit.add({ delete: tokensKey(owner) })

const requireSameTokens = ({ version }: Held) => ({ when: '#version = :version', values: { ':version': version } })

const REFRESH_LEASE = { by: 'refreshingBy', until: 'refreshingUntil' }

/** Claims the refresh of these tokens and returns true if this caller may do it; the claim expires. */
export const claimRefresh = async (
  { db }: Pick<App, 'db'>,
  owner: TokenOwner,
  held: Held,
  claimant: Claimant,
): Promise<boolean> =>
  (await claim(db, REFRESH_LEASE, tokensKey(owner), claimant, requireSameTokens(held))) !== undefined

export const endRefresh = async ({ db }: Pick<App, 'db'>, owner: TokenOwner, by: string): Promise<void> => {
  await db.update(release(REFRESH_LEASE, tokensKey(owner), by))
}

/** Puts refreshed tokens in the place of the ones they came from; false where others stand there by now. */
export const replaceTokens = async (
  app: Pick<App, 'db' | 'vault'>,
  owner: TokenOwner,
  held: Held,
  grant: Grant,
  now: Date,
): Promise<boolean> => {
  const refreshToken = grant.refreshToken ?? held.tokens.refreshToken
  const made = await buildTokensItem(app, owner, { ...grant, refreshToken }, now)
  const { ok, item } = await app.db.put({ put: made, ...requireSameTokens(held) })
  return ok || item?.version === made.version
}

/** Marks these very tokens as refused by the provider. */
export const markTokensBroken = (unit: Unit, owner: TokenOwner, held: Held): void =>
  unit.add({
    update: tokensKey(owner),
    set: 'SET #brokenAt = :at REMOVE #refreshingUntil',
    when: '#version = :version',
    values: { ':version': held.version, ':at': unit.now.toISOString() },
  })
