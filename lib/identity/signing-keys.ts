import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { App } from '../app.ts'
import { boundedCache } from '../cache.ts'
import { newId } from '../id.ts'
import type { Item } from '../store/table.ts'
import type { Claims } from './access-token.ts'

// Signing keys:  P#signing-keys / K#<kid>   publicJwk, sealedPrivateJwk, retiresAt (no signing from then), expiresAt
//                P#signing-keys / FIRST     claims the making of the very first key

const PARTITION = 'P#signing-keys'
const ALGORITHM = 'ES256'
const REMEMBERED_MS = 300_000
const TOKENS_REMEMBERED = 5_000
const RELOAD_AT_MOST_EVERY_MS = 5_000

export interface SigningKey {
  kid: string
  publicJwk: JWK
  sealedPrivateJwk: string
}

interface Known {
  keys: SigningKey[]
  opened: Map<string, CryptoKey>
  /** What was found true under these keys; given up with them. */
  verified: ReturnType<typeof boundedCache<Claims>>
  loadedAt: number
}

const known = new WeakMap<App, Known>()

const owner = (kid: string) => ({ tenant: 'platform', subject: kid, purpose: 'token-signing' })

const load = async (app: App): Promise<Known> => {
  const now = app.clock()
  const items = await app.db.query({ pk: PARTITION, prefix: 'K#', newestFirst: true })
  const keys = items
    .filter(({ expiresAt }) => expiresAt === undefined || (expiresAt as number) > now.getTime() / 1000)
    .map((item) => item as unknown as SigningKey)
  const before = known.get(app)
  const same = before?.keys.map(({ kid }) => kid).join() === keys.map(({ kid }) => kid).join()
  const verified = (same && before?.verified) || boundedCache<Claims>(TOKENS_REMEMBERED)
  const loaded = { keys, opened: new Map(), verified, loadedAt: now.getTime() }
  known.set(app, loaded)
  return loaded
}

/** The keys with which tokens may be signed, newest first; an unknown `kid` looks again, though not at every call. */
export const verificationKeys = (app: App, kid?: string): Known | Promise<Known> => {
  const have = known.get(app)
  const age = app.clock().getTime() - (have?.loadedAt ?? 0)
  const missing = kid !== undefined && !have?.keys.some((key) => key.kid === kid)
  if (!have || age > REMEMBERED_MS || (missing && age > RELOAD_AT_MOST_EVERY_MS)) return load(app)
  return have
}

const makeFirst = async (app: App): Promise<void> => {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const kid = newId(app.clock())
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' }
  const sealedPrivateJwk = await app.vault.seal(JSON.stringify(await exportJWK(privateKey)), owner(kid))
  const key: Item = { pk: PARTITION, sk: `K#${kid}`, kind: 'signing-key', kid, publicJwk, sealedPrivateJwk }
  // Two containers may both find none; the one that loses the claim uses the other's key.
  await app.db.transact([
    { put: { pk: PARTITION, sk: 'FIRST', kind: 'claim', kid }, when: 'attribute_not_exists(pk)' },
    { put: key },
  ])
}

const opened = async (
  app: App,
  all: Known,
  { kid, publicJwk, sealedPrivateJwk }: SigningKey,
  part: 'public' | 'private',
) => {
  const name = `${part} ${kid}`
  const have = all.opened.get(name)
  if (have) return have
  const jwk = part === 'public' ? publicJwk : (JSON.parse(await app.vault.open(sealedPrivateJwk, owner(kid))) as JWK)
  const key = (await importJWK(jwk, ALGORITHM)) as CryptoKey
  all.opened.set(name, key)
  return key
}

export const signingKey = async (app: App): Promise<{ kid: string; key: CryptoKey; algorithm: string }> => {
  let all = await verificationKeys(app)
  if (!all.keys.length) {
    await makeFirst(app)
    all = await load(app)
  }
  const newest = all.keys[0] as SigningKey
  return { kid: newest.kid, key: await opened(app, all, newest, 'private'), algorithm: ALGORITHM }
}

export const verificationKey = async (app: App, kid: string | undefined): Promise<CryptoKey | undefined> => {
  const all = await verificationKeys(app, kid ?? '')
  const found = all.keys.find((key) => key.kid === kid)
  return found && (await opened(app, all, found, 'public'))
}
