import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress } from '../../lib/platform/outbound/addresses.ts'

const SPECIAL = {
  unspecified: ['0.0.0.0', '0.1.2.3', '::'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'link-local and metadata': ['169.254.0.1', '169.254.169.254', '169.254.170.2', 'fe80::1', 'fd00:ec2::254'],
  'carrier grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'reserved and broadcast': ['192.0.0.8', '198.18.0.1', '240.0.0.1', '255.255.255.255', '100::1', '4000::1', 'fec0::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'IPv4 in IPv6, mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  'IPv4 in IPv6, compatible or translated': ['::127.0.0.1', '::8.8.8.8', '::ffff:0:127.0.0.1'],
  'NAT64, 6to4 and Teredo': ['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::1', '2001:0:7f00:1::1'],
  'no address': ['', 'localhost', 'example.com', '1.2.3.4.5', '256.1.1.1', '[::1]', ' 8.8.8.8'],
}
const PUBLIC = [
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001:80b::200e',
]

describe('an address', () => {
  it.each(Object.entries(SPECIAL))('is not public if it is %s', (_, addresses) => {
    for (const address of addresses) expect(isPublicAddress(address), address).toBe(false)
  })

  it('is public otherwise', () => {
    for (const address of PUBLIC) expect(isPublicAddress(address), address).toBe(true)
  })

  it('is never public inside a private network, whatever its remaining bits', () => {
    const octet = fc.integer({ min: 0, max: 255 })
    const [rest, two] = [fc.tuple(octet, octet, octet), fc.tuple(octet, octet)]
    const v4 = fc.oneof(
      rest.map((r) => `10.${r.join('.')}`),
      rest.map((r) => `127.${r.join('.')}`),
      rest.map((r) => `0.${r.join('.')}`),
      two.map((r) => `192.168.${r.join('.')}`),
      two.map((r) => `169.254.${r.join('.')}`),
      fc.tuple(fc.integer({ min: 16, max: 31 }), octet, octet).map((r) => `172.${r.join('.')}`),
      fc.tuple(fc.integer({ min: 64, max: 127 }), octet, octet).map((r) => `100.${r.join('.')}`),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet).map((r) => r.join('.')),
    )
    const forms = [
      (a: string) => a,
      (a: string) => `::ffff:${a}`,
      (a: string) => `64:ff9b::${a}`,
      (a: string) => `::${a}`,
    ]
    fc.assert(
      fc.property(v4, fc.constantFrom(...forms), (address, form) => !isPublicAddress(form(address))),
      { numRuns: 500 },
    )
    const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16))
    const tail = fc.tuple(group, group, group, group, group, group, group)
    const head = fc.constantFrom('fc00', 'fd12', 'fe80', 'febf', 'ff02', '0', '2002', '100', '64')
    fc.assert(
      fc.property(head, tail, (first, others) => !isPublicAddress([first, ...others].join(':'))),
      { numRuns: 500 },
    )
  })
})
