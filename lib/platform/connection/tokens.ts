import type { App } from '../app/app.ts'
import { type Id, newId } from '../id.ts'
import type { Grant } from '../outbound/request-grant.ts'
import { type Claimant, claim, release } from '../store/table/lease.ts'
import type { Item, Key } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'

// Tokens:  T#<tenant>#tokens / <subject>   sealedTokens, obtainedAt, validUntil, version, brokenAt, refreshingUntil,
//                                           refreshingBy

/** `subject` is the resource that the tokens connect, such as a custodian; `purpose` is the vault's purpose for them. */
export interface TokenOwner {
  tenant: Id
  subject: Id
  purpose: string
}

export interface Tokens {
  accessToken: string
  refreshToken: string | null
}

export interface StoredTokens {
  tokens: Tokens
  /** Changes only when the tokens change. */
  version: Id
  obtainedAt: Date
  /** Null if the access token does not expire. */
  validUntil: Date | null
  /** End of the claim of the caller who is refreshing the tokens. */
  refreshingUntil: Date | null
  /** Time at which the provider rejected the tokens; they can only be replaced. */
  brokenAt: string | null
}

const tokensKey = ({ tenant, subject }: TokenOwner): Key => ({ pk: `T#${tenant}#tokens`, sk: subject })

interface TokensItem {
  sealedTokens: string
  version: Id
  obtainedAt: string
  validUntil: string | null
  refreshingUntil?: string
  brokenAt?: string
}

const parseDate = (value: string | null | undefined) => (value ? new Date(value) : null)

export const readTokens = async (
  { db, vault }: Pick<App, 'db' | 'vault'>,
  owner: TokenOwner,
): Promise<StoredTokens | undefined> => {
  const item = await db.get<TokensItem>(tokensKey(owner))
  if (!item) return undefined
  const { sealedTokens, version, obtainedAt, validUntil, refreshingUntil, brokenAt = null } = item
  return {
    tokens: JSON.parse(await vault.open(sealedTokens, { ...owner })),
    version,
    obtainedAt: new Date(obtainedAt),
    validUntil: parseDate(validUntil),
    refreshingUntil: parseDate(refreshingUntil),
    brokenAt,
  }
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

/** Stores new tokens. A refresh of the previous ones that is still running has no effect. */
export const storeTokens = async (app: Pick<App, 'vault'>, unit: Unit, owner: TokenOwner, grant: Grant) =>
  unit.add({ put: await buildTokensItem(app, owner, grant, unit.now) })

export const deleteTokens = (unit: Unit, owner: TokenOwner): void => unit.add({ delete: tokensKey(owner) })

const requireSameTokens = ({ version }: StoredTokens) => ({
  when: '#version = :version',
  values: { ':version': version },
})

const REFRESH_LEASE = { by: 'refreshingBy', until: 'refreshingUntil' }

// A caller may have read the tokens before another one was refused and recorded that.
const requireUnrefusedTokens = ({ version }: StoredTokens) => ({
  when: '#version = :version AND attribute_not_exists(#brokenAt)',
  values: { ':version': version },
})

/** Claims the refresh of these tokens and returns true if this caller may do it; the claim expires. */
export const claimRefresh = async (
  { db }: Pick<App, 'db'>,
  owner: TokenOwner,
  stored: StoredTokens,
  claimant: Claimant,
): Promise<boolean> =>
  (await claim(db, REFRESH_LEASE, tokensKey(owner), claimant, requireUnrefusedTokens(stored))) !== undefined

export const endRefresh = async ({ db }: Pick<App, 'db'>, owner: TokenOwner, by: string): Promise<void> => {
  await db.update(release(REFRESH_LEASE, tokensKey(owner), by))
}

/** Replaces tokens with refreshed ones. Returns false if they have changed meanwhile. */
export const replaceTokens = async (
  app: Pick<App, 'db' | 'vault'>,
  owner: TokenOwner,
  stored: StoredTokens,
  grant: Grant,
  now: Date,
): Promise<boolean> => {
  const refreshToken = grant.refreshToken ?? stored.tokens.refreshToken
  const made = await buildTokensItem(app, owner, { ...grant, refreshToken }, now)
  const { ok, item } = await app.db.put({ put: made, ...requireSameTokens(stored) })
  return ok || item?.version === made.version
}

/** Marks this version of the tokens as rejected by the provider. */
export const markTokensBroken = (unit: Unit, owner: TokenOwner, stored: StoredTokens): void =>
  unit.add({
    update: tokensKey(owner),
    set: 'SET #brokenAt = :at REMOVE #refreshingUntil',
    when: '#version = :version',
    values: { ':version': stored.version, ':at': unit.now.toISOString() },
  })
