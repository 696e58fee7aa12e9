import type { TokenRequest } from '../../../schemas/iam/service-account.ts'
import type { RateLimit } from '../../platform/access/rate-limit.ts'
import type { App } from '../../platform/app/app.ts'
import type { Opened } from '../../platform/http/call.ts'
import type { Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import { matchesKeySecret, readKeySecret } from './key-secret.ts'
import { type ClientCredentials, readClientCredentials } from './read-client-credentials.ts'
import { isValidKey, type ServiceAccountKey } from './service-account-key.ts'
import { type Client, findClient } from './service-account-store.ts'
import { type VerifiedAssertion, verifyAssertion } from './verify-assertion.ts'

/** Requests for tokens that one service account may make in a minute. */
const MAX_TOKENS = 60

const tokenGateKey = (id: Id) => ({ pk: `G#service-account#${id}`, sk: 'GATE' })

/** A client that proved itself, and the key by which it did. */
export interface ProvenClient {
  client: Client
  key: ServiceAccountKey
  assertion?: VerifiedAssertion
}

/** Stands in for the key of an unknown client, so that it takes as long to refuse. */
const NO_HASH = '0'.repeat(64)

const proveBySecret = async (app: Pick<App, 'db'>, id: Id | undefined, secret: string, now: Date) => {
  const keyId = readKeySecret(secret)
  if (!keyId || !id) return undefined
  const client = await findClient(app.db, id)
  const key = client?.keys.find((each) => each.id === keyId && each.type === 'secret' && isValidKey(each, now))
  const matches = matchesKeySecret(secret, key?.type === 'secret' ? key.hash : NO_HASH)
  return client && key && matches ? { client, key } : undefined
}

/** Returns undefined if the credentials are wrong, in whatever way, so that nobody learns which clients exist. */
export const proveClient = async (
  app: Pick<App, 'db' | 'config'>,
  credentials: ClientCredentials,
  now: Date,
): Promise<ProvenClient | undefined> => {
  const { type, id } = credentials
  if (type === 'secret') return await proveBySecret(app, id, credentials.secret, now)
  const client = id && (await findClient(app.db, id))
  if (!client) return undefined
  const valid = client.keys.filter((key) => isValidKey(key, now))
  const assertion = await verifyAssertion(app, credentials.assertion, client.id, valid, now)
  return assertion && { client, key: assertion.key, assertion }
}

const readText = (body: unknown, name: keyof TokenRequest) => {
  const value = Object(body)[name]
  return typeof value === 'string' ? { [name]: value } : {}
}

/** Reads the proof of a request before its body was validated; undefined if it has none that can be read. */
const peekCredentials = (authorization: string | undefined, body: unknown): ClientCredentials | undefined => {
  try {
    return readClientCredentials(authorization, {
      ...readText(body, 'client_id'),
      ...readText(body, 'client_secret'),
      ...readText(body, 'client_assertion_type'),
      ...readText(body, 'client_assertion'),
    })
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Name under which a request shares the proof between its rate limit and its work. */
export const PROOF = 'proof of the client'

/** Counts a request by service account if it proves itself; returns nothing otherwise. */
export const findTokenRateLimits = async (app: App, now: Date, body: unknown, event: Opened): Promise<RateLimit[]> => {
  const credentials = peekCredentials(event.headers.authorization, body)
  const proven = credentials && (await event.call.shared(PROOF, () => proveClient(app, credentials, now)))
  return proven ? [{ key: tokenGateKey(proven.client.id), limit: MAX_TOKENS }] : []
}
