import type { KeyAlgorithm } from '../../../schemas/iam/service-account.ts'
import type { Id } from '../../platform/id.ts'

const MAX_KEYS = 2
const HOUR_MS = 3_600_000

interface AnyKey {
  id: Id
  createdAt: string
  /** Null until a newer key replaces it. */
  expiresAt: string | null
}

interface SecretKey extends AnyKey {
  type: 'secret'
  /** SHA-256 of the key. */
  hash: string
}

interface PublicKey extends AnyKey {
  type: 'public_key'
  algorithm: KeyAlgorithm
  /** The `kid` that the client gave it. */
  kid: string | null
  /** The key as a JSON Web Key. */
  jwk: Readonly<Record<string, string>>
}

export type ServiceAccountKey = SecretKey | PublicKey

export const isValidKey = ({ expiresAt }: Pick<AnyKey, 'expiresAt'>, now: Date): boolean =>
  expiresAt === null || new Date(expiresAt) > now

/**
 * Adds a key. The newest key before it stays valid for the overlap, unless it was to end earlier; any other ends at once.
 * Returns all keys to store and the ids of those that end now.
 */
export const rotateKeys = <K extends AnyKey>(
  before: readonly K[],
  added: K,
  overlapHours: number,
  now: Date,
): { keys: K[]; ended: Id[] } => {
  const valid = before.filter((key) => isValidKey(key, now))
  const until = new Date(now.getTime() + overlapHours * HOUR_MS).toISOString()
  const kept = valid
    .slice(valid.length - (MAX_KEYS - 1))
    .map((key) => ({ ...key, expiresAt: key.expiresAt !== null && key.expiresAt < until ? key.expiresAt : until }))
    .filter((key) => isValidKey(key, now))
  const ended = valid.filter(({ id }) => !kept.some((key) => key.id === id)).map(({ id }) => id)
  return { keys: [...kept, added], ended }
}
