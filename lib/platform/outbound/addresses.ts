import ipaddr from 'ipaddr.js'

const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** IPv6 documentation addresses that the library does not know yet. */
const DOCUMENTATION_V6 = ipaddr.IPv6.parseCIDR('3fff::/20')

/**
 * Returns true for an address of the public internet. Only global unicast IPv6 addresses count, so that forms which lead to
 * an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) do not.
 */
export const isPublicAddress = (text: string): boolean => {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  return address.match(GLOBAL_V6) && !address.match(DOCUMENTATION_V6)
}
