import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { type App, lasting } from '../app/app.ts'
import { createBoundedCache } from '../bounded-cache.ts'
import { getIdTime, newId } from '../id.ts'
import type { Item } from '../store/table/table.ts'
import type { Claims } from './access-token.ts'

// Signing keys:  P#signing-keys / K#<kid>   publicJwk, sealedPrivateJwk, usedFrom, expiresAt (set once it is replaced)
//                P#signing-keys / FIRST     claim to create the very first key

const PARTITION = 'P#signing-keys'
const ALGORITHM = 'ES256'
const CACHE_MS = 300_000
const MAX_CACHED_TOKENS = 5_000
const MIN_RELOAD_INTERVAL_MS = 5_000
const ROTATION_INTERVAL_MS = 30 * 24 * 3600_000
// A new key is published longer than verifiers cache keys before it signs its first token.
const PUBLISH_LEAD_SECONDS = (2 * CACHE_MS) / 1000
// Longer than any token is valid.
const RETIRED_KEY_SECONDS = 3600

export interface SigningKey {
  kid: string
  publicJwk: JWK
  sealedPrivateJwk: string
  /** Unix seconds from which it signs tokens. */
  usedFrom: number
  expiresAt?: number
}

interface Known {
  keys: SigningKey[]
  opened: Map<string, CryptoKey>
  /** Claims verified with these keys; dropped when the keys change. */
  verified: ReturnType<typeof createBoundedCache<Claims>>
  loadedAt: number
}

const known = new WeakMap<App, Known>()

const buildSealContext = (kid: string) => ({ tenant: 'platform', subject: kid, purpose: 'token-signing' })

const loadKeys = async (app: App): Promise<Known> => {
  const now = app.clock()
  const items = await app.db.query<SigningKey>({ pk: PARTITION, prefix: 'K#', newestFirst: true })
  const keys = items.filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now.getTime() / 1000)
  const before = known.get(lasting(app))
  const same = before?.keys.map(({ kid }) => kid).join() === keys.map(({ kid }) => kid).join()
  const verified = (same && before?.verified) || createBoundedCache<Claims>(MAX_CACHED_TOKENS)
  const loaded = { keys, opened: new Map(), verified, loadedAt: now.getTime() }
  known.set(lasting(app), loaded)
  return loaded
}

/** Returns the cached keys, newest first; reloads them for an unknown `kid`, at most every few seconds. */
export const loadVerificationKeys = (app: App, kid?: string): Known | Promise<Known> => {
  const cached = known.get(lasting(app))
  const age = app.clock().getTime() - (cached?.loadedAt ?? 0)
  const missing = kid !== undefined && !cached?.keys.some((key) => key.kid === kid)
  if (!cached || age > CACHE_MS || (missing && age > MIN_RELOAD_INTERVAL_MS)) return loadKeys(app)
  return cached
}

const createKey = async (app: App, usedFrom: number): Promise<Item & SigningKey> => {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const kid = newId(app.clock())
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' }
  const sealedPrivateJwk = await app.vault.seal(JSON.stringify(await exportJWK(privateKey)), buildSealContext(kid))
  return { pk: PARTITION, sk: `K#${kid}`, kind: 'signing-key', kid, publicJwk, sealedPrivateJwk, usedFrom }
}

const toUnixSeconds = (now: Date) => Math.floor(now.getTime() / 1000)

const createFirstKey = async (app: App): Promise<void> => {
  const key = await createKey(app, toUnixSeconds(app.clock()))
  // If two processes find no key, the one that loses the claim uses the other's.
  await app.db.transact([
    { put: { pk: PARTITION, sk: 'FIRST', kind: 'claim', kid: key.kid }, when: 'attribute_not_exists(pk)' },
    { put: key },
  ])
}

/**
 * Replaces a key older than 30 days. The old one verifies until its last tokens have expired, so nobody is signed out.
 * Repeated or concurrent calls create one key.
 */
export const rotateSigningKeys = async (app: App, now: Date): Promise<'followed' | 'kept'> => {
  const [newest] = (await loadKeys(app)).keys
  if (!newest || now.getTime() - getIdTime(newest.kid).getTime() < ROTATION_INTERVAL_MS) return 'kept'
  const key = await createKey(app, toUnixSeconds(now) + PUBLISH_LEAD_SECONDS)
  const { committed } = await app.db.transact([
    {
      update: { pk: PARTITION, sk: `K#${newest.kid}` },
      set: 'SET #expiresAt = :expiresAt',
      when: 'attribute_not_exists(#expiresAt)',
      values: { ':expiresAt': key.usedFrom + RETIRED_KEY_SECONDS },
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
  const opened = all.opened.get(name)
  if (opened) return opened
  const jwk: JWK =
    part === 'public' ? publicJwk : JSON.parse(await app.vault.open(sealedPrivateJwk, buildSealContext(kid)))
  const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey
  all.opened.set(name, key)
  return key
}

export const getSigningKey = async (app: App): Promise<{ kid: string; key: CryptoKey; algorithm: string }> => {
  let all = await loadVerificationKeys(app)
  if (!all.keys.length) {
    await createFirstKey(app)
    all = await loadKeys(app)
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
