import type { Unit } from '../store/unit.ts'
import { deviceDigest, type Origin } from './device.ts'
import { type Account, knownDevicesKey } from './identity-store.ts'
import { identityUri } from './register.ts'

const MOST_DEVICES = 20
/** How exactly it is known when a device was last used, so that not every sign-in writes. */
const EXACT_MS = 24 * 3600_000

const leastRecent = (devices: ReadonlyMap<string, string>) =>
  [...devices].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([name]) => name)

/** Remembers where the sign-in came from, and has the owner told of a device not seen before; the first one is no news. */
export const rememberDevice = (unit: Unit, { identity, devices }: Account, from: Origin): void => {
  const { id, email, firstName } = identity
  const at = unit.now.toISOString()
  const name = `d${deviceDigest(id, from)}`
  const known = devices.get(name)
  if (known && unit.now.getTime() - Date.parse(known) < EXACT_MS) return
  const forgotten = known ? [] : leastRecent(devices).slice(0, Math.max(0, devices.size + 1 - MOST_DEVICES))
  unit.add(
    {
      update: knownDevicesKey(id),
      set: `SET #device = :at, #kind = :kind${forgotten.length ? ` REMOVE ${forgotten.map((_, i) => `#f${i}`)}` : ''}`,
      when: known ? '#device = :known' : 'attribute_not_exists(#device)',
      names: { '#device': name, ...Object.fromEntries(forgotten.map((each, i) => [`#f${i}`, each])) },
      values: { ':at': at, ':kind': 'known-devices', ...(known && { ':known': known }) },
    },
    'stale',
  )
  if (known || !devices.size) return
  unit.emit('iam.identity.new_device_login', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, device: from.device, at, change: null, provider: null },
  })
}
