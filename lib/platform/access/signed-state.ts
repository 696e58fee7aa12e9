import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type App, lasting } from '../app/app.ts'
import { makeOnce } from '../make-once.ts'
import { invalid } from '../problem.ts'
import type { Item, Key } from '../store/table/table.ts'
import type { Unit } from '../store/unit.ts'

// States:     P#state#<id> / STATE   sealedPayload, expiresAt
// Their key:  P#state-key / KEY      sealedKey

/** Everything that must be the same when the state comes back. `tenant` and the like, as far as they are known by then. */
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

const findOrMakeKey = async ({ db, vault }: App) => {
  const read = async () => {
    const item = await db.get(KEY)
    return item && Buffer.from(await vault.open(item.sealedKey as string, KEY_OWNER), 'base64url')
  }
  const found = await read()
  if (found) return found
  const sealedKey = await vault.seal(randomBytes(32).toString('base64url'), KEY_OWNER)
  // Where two make one at the same moment, both use the one that stands there.
  await db.put({ put: { ...KEY, kind: 'state-key', sealedKey }, when: 'attribute_not_exists(pk)' })
  return (await read()) as Buffer
}

const getSigningKey = async (app: App) => {
  const have = keys.get(app) ?? makeOnce(() => findOrMakeKey(app))
  keys.set(app, have)
  try {
    return await have()
  } catch (error) {
    keys.delete(app)
    throw error
  }
}

/** A signature by the platform over a text, good for one purpose and for as long as the text says. */
export const signText = async (app: App, purpose: string, text: string): Promise<Buffer> =>
  createHmac('sha256', await getSigningKey(lasting(app)))
    .update(JSON.stringify([purpose, text]))
    .digest()

const computeMac = (key: Buffer, purpose: string, binding: Binding, id: string, expiresAt: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([purpose, id, expiresAt, Object.entries(binding).sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest()

/**
 * A state for a round trip through somebody else's pages: signed, good once and for `seconds`, and only with the same
 * purpose and binding. The payload never leaves; it is kept under the vault until the state comes back.
 */
export const issueState = async (
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
  return `${id}.${expiresAt}.${mac.toString('base64url')}`
}

const refuseState = () => invalid({ propertyPath: 'state', message: 'is not valid, was used already, or has expired' })

/**
 * The payload of a state that came back; a refusal of `state` otherwise. It is spent with the unit, so what may happen
 * once only, such as exchanging a code, has to wait until the unit is committed.
 */
export const spendState = async (
  app: App,
  unit: Unit,
  { purpose, binding, state }: { purpose: string; binding: Binding; state: string },
): Promise<string> => {
  if (!SHAPE.test(state)) throw refuseState()
  const [id, expiresAt, mac] = state.split('.') as [string, string, string]
  const expected = computeMac(await getSigningKey(app), purpose, binding, id, expiresAt)
  if (!timingSafeEqual(Buffer.from(mac, 'base64url'), expected)) throw refuseState()
  const item = await app.db.get(stateKey(id))
  if (!item || Number(expiresAt) <= unit.now.getTime() / 1000) throw refuseState()
  unit.add({ delete: stateKey(id), when: 'attribute_exists(pk)' }, { refuse: refuseState, isDecisive: true })
  return await app.vault.open(item.sealedPayload as string, buildSealContext(id, purpose, binding))
}
