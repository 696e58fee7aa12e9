import type { Unit } from '../../platform/store/unit.ts'
import { type Account, type Identity, identityUri, knownDevicesKey } from '../identity-store.ts'
import { hashAddress, hashDevice, type Origin } from './origin.ts'

/** Upper bound of remembered devices, and of remembered addresses. */
const MAX_MARKS = 20
/** A mark is renewed only after this time, so that not every sign-in writes. */
const MARK_PRECISION_MS = 24 * 3600_000
/** Addresses are not remembered longer, since networks reassign them. */
const ADDRESS_LIFETIME_MS = 90 * 24 * 3600_000

type Marks = ReadonlyMap<string, string>

const sortByLastUse = (marks: Marks) => [...marks].sort(([, a], [, b]) => (a < b ? -1 : 1)).map(([name]) => name)

const isRecent = (at: string | undefined, now: Date, withinMs: number) =>
  at !== undefined && now.getTime() - Date.parse(at) < withinMs

const buildAddressMark = (identity: Pick<Identity, 'id' | 'passwordHash'>, address: string) =>
  `a${hashAddress(identity, address)}`

/** Lists the oldest marks to remove so that there is room for this one. */
const listMarksToForget = (name: string, marks: Marks) =>
  marks.has(name) ? [] : sortByLastUse(marks).slice(0, Math.max(0, marks.size + 1 - MAX_MARKS))

/** Remembers the origin of the sign-in and mails the owner if the device is new, except the very first one. */
export const rememberDevice = (unit: Unit, { identity, devices, addresses }: Account, from: Origin): void => {
  const { id, email, firstName } = identity
  const at = unit.now.toISOString()
  const device = `d${hashDevice(id, from)}`
  const outdated = (
    [
      [device, devices],
      [buildAddressMark(identity, from.address), addresses],
    ] as const
  ).filter(([name, marks]) => !isRecent(marks.get(name), unit.now, MARK_PRECISION_MS))
  if (!outdated.length) return
  const forgotten = outdated.flatMap(([name, marks]) => listMarksToForget(name, marks))
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
    data: {
      identityId: id,
      email,
      firstName,
      device: from.device,
      at,
      change: null,
      provider: null,
      sealedToken: null,
    },
  })
}

/** Remembers the address from which the owner proved to receive the account's mail. */
export const rememberAddress = (unit: Unit, identity: Pick<Identity, 'id' | 'passwordHash'>, { address }: Origin) =>
  unit.add({
    update: knownDevicesKey(identity.id),
    set: 'SET #address = :at, #kind = :kind',
    names: { '#address': buildAddressMark(identity, address) },
    values: { ':at': unit.now.toISOString(), ':kind': 'known-devices' },
  })

/** Checks that the owner used exactly this address in the last 90 days, with the current password. */
export const isKnownAddress = ({ identity, addresses }: Account, { address }: Origin, now: Date): boolean =>
  isRecent(addresses.get(buildAddressMark(identity, address)), now, ADDRESS_LIFETIME_MS)
