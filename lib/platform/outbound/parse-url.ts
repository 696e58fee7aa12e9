import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import type { OutboundOptions } from './outbound.ts'
import { OutboundError } from './outbound-error.ts'

const PORTS = [443, 80]

const getPort = ({ port, protocol }: URL) => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Parses a URL that may be called as far as that is known before DNS; otherwise throws an `OutboundError`. */
export const parseUrl = (text: string, { allowPrivate, ports = [] }: Omit<OutboundOptions, 'lookup'>): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const scheme = url?.protocol === 'https:' || (allowPrivate && url?.protocol === 'http:')
  if (!url || !scheme || url.username || url.password) throw new OutboundError('bad-url')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Names are checked after DNS, as the socket connects; addresses need no lookup.
  if (!allowPrivate && isIP(host) && !isPublicAddress(host)) throw new OutboundError('refused-address')
  if (!allowPrivate && ![...PORTS, ...ports].includes(getPort(url))) throw new OutboundError('refused-port')
  return url
}
