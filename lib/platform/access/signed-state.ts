import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type App, lasting } from '../app/app.ts'
import { makeOnce } from '../make-once.ts'
import { invalid } from '../problem.ts'
import type { Item, Key } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'

// States:     P#state#<id> / STATE   sealedPayload, expiresAt
// Their key:  P#state-key / KEY      sealedKey

/** Values that must be the same when the state comes back, such as the tenant. */
export type Binding = Readonly<Record<string, string>>

const KEY: Key = { pk: 'P#state-key', sk: 'KEY' }
const KEY_OWNER = { tenant: 'platform', subject: 'state-key', purpose: 'state-signing' }
const SHAPE = /^[\w-]{22}\.\d{1,12}\.[\w-]{43}$/

const stateKey = (id: string): Key => ({ pk: `P#state#${id}`, sk: 'STATE' })
const buildSealContext = (id: string, purpose: string, { tenant = 'platform' }: Binding) => ({
  tenant,
  subject: id,
  purpose: `state-${purpose}`,
})

const keys = new WeakMap<App, () => Promise<Buffer>>()

const findOrCreateKey = async ({ db, vault }: App) => {
  const read = async () => {
    const item = await db.get<{ sealedKey: string }>(KEY)
    return item && Buffer.from(await vault.open(item.sealedKey, KEY_OWNER), 'base64url')
  }
  const found = await read()
  if (found) return found
  const sealedKey = await vault.seal(randomBytes(32).toString('base64url'), KEY_OWNER)
  // If two processes create a key at once, both use the one that was stored.
  await db.put({ put: { ...KEY, kind: 'state-key', sealedKey }, when: 'attribute_not_exists(pk)' })
  return (await read()) as Buffer
}

const getSigningKey = async (app: App) => {
  const known = keys.get(app) ?? makeOnce(() => findOrCreateKey(app))
  keys.set(app, known)
  try {
    return await known()
  } catch (error) {
    keys.delete(app)
    throw error
  }
}

/** Signs a text for one purpose. The signature does not expire by itself. */
export const signText = async (app: App, purpose: string, text: string): Promise<Buffer> =>
  createHmac('sha256', await getSigningKey(lasting(app)))
    .update(JSON.stringify([purpose, text]))
    .digest()

const computeMac = (key: Buffer, purpose: string, binding: Binding, id: string, expiresAt: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, id, expiresAt, Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('base64url')

/**
 * Issues a state for a redirect through a third party: it is signed and works once, for `seconds`, with the same purpose
 * and binding. The payload is not part of it; the vault seals it in the table until the state comes back.
 */
export const issueSignedState = async (
  app: App,
  unit: Unit,
  { purpose, binding, payload, seconds }: { purpose: string; binding: Binding; payload: string; seconds: number },
): Promise<string> => {
  const id = randomBytes(16).toString('base64url')
  const expiresAt = Math.floor(unit.now.getTime() / 1000) + seconds
  const sealedPayload = await app.vault.seal(payload, buildSealContext(id, purpose, binding))
  const item: Item = { ...stateKey(id), kind: 'state', sealedPayload, expiresAt }
  unit.add({ put: item, when: 'attribute_not_exists(pk)' })
  const mac = computeMac(await getSigningKey(app), purpose, binding, id, String(expiresAt))
  return `${id}.${expiresAt}.${mac}`
}

interface ReturnedState {
  purpose: string
  binding: Binding
  state: string
  /** The path of the state in the request. */
  propertyPath?: string
}

const buildStateProblem = ({ propertyPath = 'state' }: ReturnedState) => {
  const noun = propertyPath === 'state' ? 'a state that is valid' : 'valid'
  return invalid({ propertyPath, message: `must be ${noun}, unused and not expired` })
}

/** Returns the payload of a state that came back without consuming it; throws if it is not valid. */
export const readSignedState = async (app: App, returned: ReturnedState, now: Date): Promise<string> => {
  const { purpose, binding, state } = returned
  if (!SHAPE.test(state)) throw buildStateProblem(returned)
  const [id = '', expiresAt = '', mac = ''] = state.split('.')
  const expected = computeMac(await getSigningKey(app), purpose, binding, id, expiresAt)
  // The texts are compared, since base64 has several spellings of the same bytes.
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) throw buildStateProblem(returned)
  const item = await app.db.get<{ sealedPayload: string }>(stateKey(id))
  if (!item || Number(expiresAt) <= now.getTime() / 1000) throw buildStateProblem(returned)
  return await app.vault.open(item.sealedPayload, buildSealContext(id, purpose, binding))
}

/**
 * Returns the payload of a state that came back; throws if it is not valid. The unit consumes the state, so anything
 * that must happen once, such as exchanging a code, has to wait until the unit has committed.
 */
export const spendSignedState = async (app: App, unit: Unit, returned: ReturnedState): Promise<string> => {
  const payload = await readSignedState(app, returned, unit.now)
  const key = stateKey(returned.state.split('.')[0] ?? '')
  const refuse = () => buildStateProblem(returned)
  unit.add({ delete: key, when: 'attribute_exists(pk)' }, { refuse, isDecisive: true })
  return payload
}
