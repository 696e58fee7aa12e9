import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type App, lasting } from '../app/app.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { getIdTime, newId } from '../id.ts'
import type { Item } from '../store/table/table.ts'
import type { Claims } from './access-token.ts'

// Signing keys:  P#signing-keys / K#<kid>   publicJwk, sealedPrivateJwk, usedFrom, expiresAt (set when it is followed)
//                P#signing-keys / FIRST     claims the making of the very first key

const PARTITION = 'P#signing-keys'
const ALGORITHM = 'ES256'
const REMEMBERED_MS = 300_000
const TOKENS_REMEMBERED = 5_000
const RELOAD_AT_MOST_EVERY_MS = 5_000
const FOLLOWED_AFTER_MS = 30 * 24 * 3600_000
// Published for longer than keys are remembered, so that everybody knows it when the first token is signed with it.
const PUBLISHED_BEFORE_SECONDS = (2 * REMEMBERED_MS) / 1000
// More than the life of any token.
const KEPT_AFTER_SECONDS = 3600

export interface SigningKey {
  kid: string
  publicJwk: JWK
  sealedPrivateJwk: string
  /** Unix time, in seconds, from which tokens are signed with it. */
  usedFrom: number
  expiresAt?: number
}

interface Known {
  keys: SigningKey[]
  opened: Map<string, CryptoKey>
  /** What was found true under these keys; given up with them. */
  verified: ReturnType<typeof createBoundedCache<Claims>>
  loadedAt: number
}

const known = new WeakMap<App, Known>()

const buildSealContext = (kid: string) => ({ tenant: 'platform', subject: kid, purpose: 'token-signing' })

const load = async (app: App): Promise<Known> => {
  const now = app.clock()
  const items = await app.db.query({ pk: PARTITION, prefix: 'K#', newestFirst: true })
  const keys = items
    .filter(({ expiresAt }) => expiresAt === undefined || (expiresAt as number) > now.getTime() / 1000)
    .map((item) => item as unknown as SigningKey)
  const before = known.get(lasting(app))
  const same = before?.keys.map(({ kid }) => kid).join() === keys.map(({ kid }) => kid).join()
  const verified = (same && before?.verified) || createBoundedCache<Claims>(TOKENS_REMEMBERED)
  const loaded = { keys, opened: new Map(), verified, loadedAt: now.getTime() }
  known.set(lasting(app), loaded)
  return loaded
}

/** The keys with which tokens may be signed, newest first; an unknown `kid` looks again, though not at every call. */
export const loadVerificationKeys = (app: App, kid?: string): Known | Promise<Known> => {
  const have = known.get(lasting(app))
  const age = app.clock().getTime() - (have?.loadedAt ?? 0)
  const missing = kid !== undefined && !have?.keys.some((key) => key.kid === kid)
  if (!have || age > REMEMBERED_MS || (missing && age > RELOAD_AT_MOST_EVERY_MS)) return load(app)
  return have
}

const makeKey = async (app: App, usedFrom: number): Promise<Item> => {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const kid = newId(app.clock())
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' }
  const sealedPrivateJwk = await app.vault.seal(JSON.stringify(await exportJWK(privateKey)), buildSealContext(kid))
  return { pk: PARTITION, sk: `K#${kid}`, kind: 'signing-key', kid, publicJwk, sealedPrivateJwk, usedFrom }
}

const toUnixSeconds = (now: Date) => Math.floor(now.getTime() / 1000)

const makeFirst = async (app: App): Promise<void> => {
  const key = await makeKey(app, toUnixSeconds(app.clock()))
  // Two containers may both find none; the one that loses the claim uses the other's key.
  await app.db.transact([
    { put: { pk: PARTITION, sk: 'FIRST', kind: 'claim', kid: key.kid }, when: 'attribute_not_exists(pk)' },
    { put: key },
  ])
}

/**
 * Makes the key that follows one of a month; nobody is signed out, since the old one verifies for as long as tokens
 * signed with it live. Any number of calls, even at once, make one key.
 */
export const rotateSigningKeys = async (app: App, now: Date): Promise<'followed' | 'kept'> => {
  const [newest] = (await load(app)).keys
  if (!newest || now.getTime() - getIdTime(newest.kid).getTime() < FOLLOWED_AFTER_MS) return 'kept'
  const key = await makeKey(app, toUnixSeconds(now) + PUBLISHED_BEFORE_SECONDS)
  const { committed } = await app.db.transact([
    {
      update: { pk: PARTITION, sk: `K#${newest.kid}` },
      set: 'SET #expiresAt = :expiresAt',
      when: 'attribute_not_exists(#expiresAt)',
      values: { ':expiresAt': (key.usedFrom as number) + KEPT_AFTER_SECONDS },
    },
    { put: key },
  ])
  return committed ? 'followed' : 'kept'
}

const openKey = async (
  app: App,
  all: Known,
  { kid, publicJwk, sealedPrivateJwk }: SigningKey,
  part: 'public' | 'private',
) => {
  const name = `${part} ${kid}`
  const have = all.opened.get(name)
  if (have) return have
  const jwk =
    part === 'public' ? publicJwk : (JSON.parse(await app.vault.open(sealedPrivateJwk, buildSealContext(kid))) as JWK)
  const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey
  all.opened.set(name, key)
  return key
}

export const getSigningKey = async (app: App): Promise<{ kid: string; key: CryptoKey; algorithm: string }> => {
  let all = await loadVerificationKeys(app)
  if (!all.keys.length) {
    await makeFirst(app)
    all = await load(app)
  }
  const now = toUnixSeconds(app.clock())
  const used = (all.keys.find(({ usedFrom }) => usedFrom <= now) ?? all.keys.at(-1)) as SigningKey
  return { kid: used.kid, key: await openKey(app, all, used, 'private'), algorithm: ALGORITHM }
}

export const findVerificationKey = async (app: App, kid: string | undefined): Promise<CryptoKey | undefined> => {
  const all = await loadVerificationKeys(app, kid ?? '')
  const found = all.keys.find((key) => key.kid === kid)
  return found && (await openKey(app, all, found, 'public'))
}
