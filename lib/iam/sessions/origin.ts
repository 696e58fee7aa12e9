import { createHash } from 'node:crypto'
import type { Id } from '../../platform/id.ts'
import type { Identity } from '../identity-store.ts'

/** Device and network address of a sign-in. */
export interface Origin {
  /** A description such as `Firefox on Windows`. */
  device: string
  /** An IPv4 address, or the /64 network of an IPv6 one, as in rate limits. */
  address: string
}

type Kinds = readonly (readonly [RegExp, string])[]

// Most user agents also name the browsers they imitate, so the order matters.
const PROGRAMS: Kinds = [
  [/\bEdgi?A?(?:OS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]
const SYSTEMS: Kinds = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const MAX_CHARACTERS = 512
const findKind = (kinds: Kinds, text: string) => kinds.find(([sign]) => sign.test(text))?.[1]

/** Describes the device in fixed words, so that no text of the caller is stored. */
const describeDevice = (userAgent: string): string => {
  const text = userAgent.slice(0, MAX_CHARACTERS)
  const [program, system] = [findKind(PROGRAMS, text), findKind(SYSTEMS, text)]
  if (program && system) return `${program} on ${system}`
  return program ?? system ?? 'Another program'
}

export const readOrigin = ({
  headers,
  address,
}: {
  headers: Record<string, string | undefined>
  address: string
}): Origin => ({ device: describeDevice(headers['user-agent'] ?? ''), address })

/** Addresses change daily within a network: 65,536 addresses of IPv4, or one customer's /48 of IPv6. */
const getNetwork = (address: string) =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.split('.').slice(0, 2).join('.')

/** Hashes device and network of one identity, so that no address is stored for long. */
export const hashDevice = (identity: Id, { device, address }: Origin): string =>
  createHash('sha256')
    .update(JSON.stringify([identity, device, getNetwork(address)]))
    .digest('hex')
    .slice(0, 32)

/** Hashes one exact address of an identity; a new password changes the hash. */
export const hashAddress = ({ id, passwordHash }: Pick<Identity, 'id' | 'passwordHash'>, address: string): string =>
  createHash('sha256')
    .update(JSON.stringify([id, passwordHash, address]))
    .digest('hex')
    .slice(0, 32)
