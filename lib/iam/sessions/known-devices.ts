import type { Unit } from '../../platform/store/unit.ts'
import { identityUri } from '../accounts/register.ts'
import { type Account, type Identity, knownDevicesKey } from '../identity-store.ts'
import { addressDigest, hashDevice, type Origin } from './device.ts'

/** Devices and addresses are bounded each by themselves. */
const MAX_MARKS = 20
/** The last use of a device is stored no more exactly than this, so that not every sign-in writes. */
const EXACT_MS = 24 * 3600_000
/** Networks give their addresses to others in time. */
const ADDRESS_LIFETIME_MS = 90 * 24 * 3600_000

type Marks = ReadonlyMap<string, string>

const sortByLastUse = (marks: Marks) => [...marks].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([name]) => name)

const isRecent = (at: string | undefined, now: Date, withinMs: number) =>
  at !== undefined && now.getTime() - Date.parse(at) < withinMs

const addressMark = (identity: Pick<Identity, 'id' | 'passwordHash'>, address: string) =>
  `a${addressDigest(identity, address)}`

/** The marks to forget so that there is room for this one. */
const marksToForget = (name: string, marks: Marks) =>
  marks.has(name) ? [] : sortByLastUse(marks).slice(0, Math.max(0, marks.size + 1 - MAX_MARKS))

/** Remembers where the sign-in came from, and has the owner told of a device not seen before; the first one is no news. */
export const rememberDevice = (unit: Unit, { identity, devices, addresses }: Account, from: Origin): void => {
  const { id, email, firstName } = identity
  const at = unit.now.toISOString()
  const device = `d${hashDevice(id, from)}`
  const outdated = (
    [
      [device, devices],
      [addressMark(identity, from.address), addresses],
    ] as const
  ).filter(([name, marks]) => !isRecent(marks.get(name), unit.now, EXACT_MS))
  if (!outdated.length) return
  const forgotten = outdated.flatMap(([name, marks]) => marksToForget(name, marks))
  const before = outdated.map(([name, marks]) => marks.get(name))
  unit.add({
    update: knownDevicesKey(id),
    set: `SET ${outdated.map((_, i) => `#m${i} = :at`).join(', ')}, #kind = :kind${forgotten.length ? ` REMOVE ${forgotten.map((_, i) => `#f${i}`)}` : ''}`,
    when: before.map((known, i) => (known ? `#m${i} = :m${i}` : `attribute_not_exists(#m${i})`)).join(' AND '),
    names: {
      ...Object.fromEntries(outdated.map(([name], i) => [`#m${i}`, name])),
      ...Object.fromEntries(forgotten.map((name, i) => [`#f${i}`, name])),
    },
    values: {
      ':at': at,
      ':kind': 'known-devices',
      ...Object.fromEntries(before.flatMap((known, i) => (known ? [[`:m${i}`, known]] : []))),
    },
  })
  if (devices.has(device) || !devices.size) return
  unit.emit('iam.identity.new_device_login', {
    tenant: null,
    subject: identityUri(id),
    data: { identityId: id, email, firstName, device: from.device, at, change: null, provider: null },
  })
}

/** Remembers the address from which somebody proved that the account's mail is theirs. */
export const rememberAddress = (unit: Unit, identity: Pick<Identity, 'id' | 'passwordHash'>, { address }: Origin) =>
  unit.add({
    update: knownDevicesKey(identity.id),
    set: 'SET #address = :at, #kind = :kind',
    names: { '#address': addressMark(identity, address) },
    values: { ':at': unit.now.toISOString(), ':kind': 'known-devices' },
  })

/** Checks that the owner signed in from exactly this address not long ago, under the present password. */
export const isKnownAddress = ({ identity, addresses }: Account, { address }: Origin, now: Date): boolean =>
  isRecent(addresses.get(addressMark(identity, address)), now, ADDRESS_LIFETIME_MS)
