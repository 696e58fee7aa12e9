import { type App, lasting } from '../../../platform/app/app.ts'
import type { Key } from '../../../platform/store/table/table.ts'

// The platform's Web Push keys:  P#vapid-keys / KEYS   publicKey, sealedPrivateKey

interface VapidKeys {
  /** Key with which browsers subscribe. */
  publicKey: string
  privateKey: string
}

const KEY: Key = { pk: 'P#vapid-keys', sk: 'KEYS' }
const OWNER = { tenant: 'platform', subject: 'vapid-keys', purpose: 'push-signing' }

const known = new WeakMap<App, VapidKeys>()

const read = async ({ db, vault }: App): Promise<VapidKeys | undefined> => {
  const item = await db.get<{ publicKey: string; sealedPrivateKey: string }>(KEY)
  return (
    item && {
      publicKey: item.publicKey,
      privateKey: await vault.open(item.sealedPrivateKey, OWNER),
    }
  )
}

/** Returns the keys, which are created once, since subscriptions are bound to them. */
export const getVapidKeys = async (app: App): Promise<VapidKeys> => {
  const have = known.get(lasting(app)) ?? (await read(app)) ?? (await createKeys(app))
  known.set(lasting(app), have)
  return have
}

const createKeys = async (app: App): Promise<VapidKeys> => {
  const { default: webPush } = await import('web-push')
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  const sealedPrivateKey = await app.vault.seal(privateKey, OWNER)
  // If two callers create keys at once, both use the stored ones.
  await app.db.put({
    put: { ...KEY, kind: 'vapid-keys', publicKey, sealedPrivateKey },
    when: 'attribute_not_exists(pk)',
  })
  return (await read(app)) as VapidKeys
}
