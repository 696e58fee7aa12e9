import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  generateKeySecret,
  hashKeySecret,
  matchesKeySecret,
  readKeySecret,
} from '../../../lib/iam/service-accounts/key-secret.ts'
import { cutScopes } from '../../../lib/iam/service-accounts/service-account.ts'
import { isValidKey, rotateKeys } from '../../../lib/iam/service-accounts/service-account-key.ts'
import { isInNetworks, normalizeNetwork } from '../../../lib/platform/access/network.ts'
import { PERSON_SCOPES, SCOPES } from '../../../lib/platform/access/scopes.ts'
import { newId } from '../../../lib/platform/id.ts'
import { KEY_PATTERN } from '../../../schemas/iam/service-account.ts'

const NOW = new Date('2026-03-02T09:00:00.000Z')
const HOUR_MS = 3_600_000

describe('the text of a key', () => {
  const secret = generateKeySecret(newId(NOW))

  it('is read by its id, matches its hash only, and has the published pattern', () => {
    const id = newId(NOW)
    const own = generateKeySecret(id)
    expect(readKeySecret(own)).toBe(id)
    expect(own).toMatch(new RegExp(`^${KEY_PATTERN}$`))
    expect([matchesKeySecret(own, hashKeySecret(own)), matchesKeySecret(secret, hashKeySecret(own))]).toEqual([
      true,
      false,
    ])
  })

  it('is refused if any one of its characters is another', () => {
    const alphabet = [...'0123456789ABCXYZabcxyz_-']
    fc.assert(
      fc.property(fc.nat(secret.length - 1), fc.constantFrom(...alphabet), (at, character) => {
        const changed = secret.slice(0, at) + character + secret.slice(at + 1)
        expect(readKeySecret(changed)).toBe(changed === secret ? secret.slice(7, 33) : undefined)
      }),
    )
  })

  it.each(['', 'ent_sk_', secret.slice(1), `${secret} `, `${secret}\n`, secret.toLowerCase(), secret.slice(0, -1)])(
    'is refused as %j',
    (text) => expect(readKeySecret(text)).toBeUndefined(),
  )
})

describe('the keys of a service account', () => {
  const step = fc.record({ overlap: fc.nat(168), hours: fc.nat(200) })

  it('are at most two, of which none lives longer than it was to, whatever is rotated when', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let now = NOW
        let keys: { id: string; createdAt: string; expiresAt: string | null }[] = []
        for (const { overlap, hours } of steps) {
          now = new Date(now.getTime() + hours * HOUR_MS)
          const before = keys.filter((key) => isValidKey(key, now))
          const added = { id: newId(now), createdAt: now.toISOString(), expiresAt: null }
          const rotated = rotateKeys(keys, added, overlap, now)
          keys = rotated.keys
          const valid = keys.filter((key) => isValidKey(key, now))
          expect(valid.length).toBeLessThanOrEqual(2)
          expect(valid.at(-1)).toEqual(added)
          // Each key that was valid either ends now or stays for the overlap at most.
          for (const { id, expiresAt } of before) {
            const kept = valid.find((key) => key.id === id)
            expect(rotated.ended.includes(id)).toBe(kept === undefined)
            if (!kept?.expiresAt) continue
            expect(new Date(kept.expiresAt).getTime()).toBeLessThanOrEqual(now.getTime() + overlap * HOUR_MS)
            if (expiresAt) expect(kept.expiresAt <= expiresAt).toBe(true)
          }
          if (overlap > 0 && before.length) expect(valid).toHaveLength(2)
        }
      }),
    )
  })
})

describe('the scopes of a token', () => {
  it('are of the service account and of its sponsor, and need no person', () => {
    const some = fc.uniqueArray(fc.constantFrom(...SCOPES))
    fc.assert(
      fc.property(some, some, (listed, held) => {
        const cut = cutScopes(listed, held)
        expect(cut).toEqual(listed.filter((scope) => held.includes(scope) && !PERSON_SCOPES.includes(scope)))
      }),
    )
  })
})

describe('a network', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['::1', '::1/128'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['::ffff:cb00:7107', '203.0.113.7/32'],
  ])('%s is stored as %s', (given, stored) => expect(normalizeNetwork(given)).toBe(stored))

  it.each([
    '',
    'x',
    '203.0.113',
    '203.0.113.7/33',
    '203.0.113.7/',
    '203.0.113.7/-1',
    '203.0.113.7/1/2',
    '0x7f.1',
    '010.0.0.1',
    '127.1',
    '::1/129',
    'fe80::1%eth0',
    '203.0.113.7/024',
    ' 203.0.113.7',
    '1.2.3.4:80',
  ])('is not %j', (given) => expect(normalizeNetwork(given)).toBeUndefined())

  it('holds its own address, in either spelling, and any network of the kind holds what shares its prefix', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.ipV4(), (base, prefix, other) => {
        const toNumber = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
        const shared =
          Math.floor(toNumber(base) / 2 ** (32 - prefix)) === Math.floor(toNumber(other) / 2 ** (32 - prefix))
        for (const spelled of [other, `::ffff:${other}`])
          expect(isInNetworks(spelled, [`${base}/${prefix}`])).toBe(shared)
        expect(isInNetworks(base, [`${base}/${prefix}`])).toBe(true)
      }),
    )
  })

  it('never holds an address of the other kind', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(isInNetworks(ip, ['::/0', '::ffff:0:0/95'])).toBe(false)
      }),
    )
    for (const ip of ['2001:db8::1', '::', '::1', '64:ff9b::203.0.113.7'])
      expect([ip, isInNetworks(ip, ['0.0.0.0/0'])]).toEqual([ip, false])
  })

  it.each(['', 'nobody', '203.0.113', 'fe80::1%eth0'])('does not hold %j', (from) =>
    expect(isInNetworks(from, ['0.0.0.0/0', '::/0'])).toBe(false),
  )
})
