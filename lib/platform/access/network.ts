import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * Parses a network such as `203.0.113.0/24` or `2001:db8::/32`, or a single address. An IPv4 network that is written as
 * mapped to IPv6 becomes the IPv4 one. Returns undefined if the text is none.
 */
const parseNetwork = (text: string): Network | undefined => {
  const [, address = '', bits] = /^([0-9a-f:.]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? []
  // The library also reads octal, hexadecimal and shortened spellings of IPv4.
  if (!isIP(address)) return undefined
  const parsed = ipaddr.parse(address)
  const length = parsed.kind() === 'ipv4' ? 32 : 128
  const prefix = bits === undefined ? length : Number(bits)
  if (prefix > length) return undefined
  const isMapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && prefix >= 96
  return isMapped ? [parsed.toIPv4Address(), prefix - 96] : [parsed, prefix]
}

/** Returns the one spelling of a network, without the bits beyond its prefix; undefined if the text is no network. */
export const normalizeNetwork = (text: string): string | undefined => {
  const network = parseNetwork(text)
  if (!network) return undefined
  const [address, prefix] = network
  const kind = address instanceof ipaddr.IPv6 ? ipaddr.IPv6 : ipaddr.IPv4
  const first = kind.networkAddressFromCIDR([address, prefix].join('/'))
  return [first, prefix].join('/')
}

/** Checks whether the address is in one of the networks. An IPv4 address that is mapped to IPv6 counts as IPv4. */
export const isInNetworks = (address: string, networks: readonly string[]): boolean => {
  // An address with a zone is of the machine's own link, so it is in no network.
  if (!isIP(address) || address.includes('%')) return false
  const from = ipaddr.process(address)
  return networks.some((text) => {
    const network = parseNetwork(text)
    return network !== undefined && network[0].kind() === from.kind() && from.match(network)
  })
}
