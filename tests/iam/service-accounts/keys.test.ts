import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { signAccessToken } from '../../../lib/platform/access/access-token.ts'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import type { Id } from '../../../lib/platform/id.ts'
import { client } from '../../support/client.ts'
import { anOwner, laterBy, type Owner } from '../people.ts'
import { actingAs, aKey, aKeyedAccount, aKeyPair, aServiceAccount, PATH, tokenOf } from './service-accounts.ts'

let owner: Owner
beforeAll(async () => {
  owner = await anOwner()
})

const later = async <T>(seconds: number, work: () => Promise<T>): Promise<T> => {
  const before = app()
  laterBy(seconds)
  try {
    return await work()
  } finally {
    useApp(before)
  }
}

const statusOf = async (key: { id: Id; secret: string }) => (await tokenOf(key)).status
const use = async (acting: ReturnType<typeof client>) => (await acting.get('/api/partner/partners')).status

/** Reads a service account with a token of the current time. */
const read = async (id: Id) => {
  const { sub: identity, sid: session } = owner.claims
  const scopes = ['iam:service_account:read']
  const token = await signAccessToken(app(), { identity, session, tenant: owner.tenant, scopes })
  return (await client(token).get(`${PATH}/${id}`)).body
}
const keysOf = async (id: Id) => (await read(id)).keys

describe('a new key', () => {
  it('has the published pattern', async () => {
    const { KEY_PATTERN } = await import('../../../schemas/iam/service-account.ts')
    const { secret } = await aKeyedAccount(owner)
    expect(secret).toMatch(new RegExp(`^${KEY_PATTERN}$`))
  })

  it('lets the key before it work for a day, and no longer', async () => {
    const first = await aKeyedAccount(owner)
    const second = await aKey(owner, first.id)
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
    const [{ expiresAt }] = await keysOf(first.id)
    expect(new Date(expiresAt).getTime() - app().clock().getTime()).toBeGreaterThan(23.9 * 3_600_000)
    await later(24 * 3600 - 30, async () => {
      const { status, body } = await tokenOf(first)
      expect(status).toBe(200)
      expect(body.expires_in).toBeLessThanOrEqual(30)
    })
    await later(24 * 3600 + 1, async () => {
      expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
      expect((await keysOf(first.id)).map(({ id }: { id: Id }) => id)).toEqual([second.keyId])
    })
  })

  it('ends the oldest of two keys at once, with its tokens', async () => {
    const first = await aKeyedAccount(owner)
    const acting = await actingAs(first)
    const second = await aKey(owner, first.id, { overlapHours: 168 })
    expect(await use(acting)).toBe(200)
    const third = await aKey(owner, first.id, { overlapHours: 168 })
    expect(await use(acting)).toBe(401)
    expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([401, 200, 200])
    expect(await keysOf(first.id)).toHaveLength(2)
  })

  it('ends the key before it at once without an overlap', async () => {
    const first = await aKeyedAccount(owner)
    const acting = await actingAs(first)
    const second = await aKey(owner, first.id, { overlapHours: 0 })
    expect([await statusOf(first), await use(acting), await statusOf(second)]).toEqual([401, 401, 200])
  })

  it('ends both keys before it at once without an overlap', async () => {
    const first = await aKeyedAccount(owner)
    const second = await aKey(owner, first.id)
    const acting = [await actingAs(first), await actingAs(second)]
    await aKey(owner, first.id, { overlapHours: 0 })
    expect(await Promise.all(acting.map(use))).toEqual([401, 401])
  })

  it('never prolongs a key that was to end earlier, whatever is added at once', async () => {
    const first = await aKeyedAccount(owner)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => owner.post(`${PATH}/${first.id}/keys`, { overlapHours: 1 })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await keysOf(first.id)).toHaveLength(2)
    const works = await Promise.all(answers.map(({ body }) => statusOf({ id: first.id, secret: body.secret })))
    expect(works.filter((status) => status === 200)).toHaveLength(2)
  })

  it.each([-1, 169, 1.5, '24', null])('is refused an overlap of %s hours', async (overlapHours) => {
    const id = await aServiceAccount(owner)
    const { status, body } = await owner.post(`${PATH}/${id}/keys`, { overlapHours })
    expect([status, body.violations[0].propertyPath]).toEqual([400, 'overlapHours'])
  })
})

describe('the use of a key', () => {
  it('is recorded at most hourly', async () => {
    const key = await aKeyedAccount(owner)
    await tokenOf(key)
    const usedAt = async () => (await read(key.id)).lastUsedAt
    const first = await usedAt()
    await later(3_500, async () => {
      await tokenOf(key)
      expect(await usedAt()).toBe(first)
    })
    await later(3_700, async () => {
      await tokenOf(key)
      expect(await usedAt()).not.toBe(first)
    })
  })

  it('leaves the revision of the service account as it was', async () => {
    const key = await aKeyedAccount(owner)
    const before = (await owner.get(`${PATH}/${key.id}`)).headers.ETag as string
    await tokenOf(key)
    const renamed = await owner.patch(`${PATH}/${key.id}`, { name: 'Renamed' }, { 'if-match': before })
    expect(renamed.status).toBe(200)
  })
})

describe('a public key', () => {
  const refusals = async (publicKey: unknown) => {
    const id = await aServiceAccount(owner)
    const { status, body } = await owner.post(`${PATH}/${id}/keys`, { publicKey })
    return [status, body.violations?.map(({ propertyPath }: { propertyPath: string }) => propertyPath)]
  }

  it.each(['ES256', 'EdDSA', 'RS256'] as const)('of %s is accepted and shown without a secret', async (alg) => {
    const { jwk } = await aKeyPair(alg)
    const id = await aServiceAccount(owner)
    const { status, body } = await owner.post(`${PATH}/${id}/keys`, { publicKey: jwk })
    expect([status, body.secret, body.type, body.algorithm]).toEqual([201, null, 'public_key', alg])
  })

  it('is refused if it is private, weak, of another form or no key', async () => {
    const es256 = (await aKeyPair('ES256')).jwk
    const ed25519 = (await aKeyPair('EdDSA')).jwk
    const rsa = (bits: number, exponent = 65_537) => ({
      ...generateKeyPairSync('rsa', { modulusLength: bits, publicExponent: exponent }).publicKey.export({
        format: 'jwk',
      }),
      alg: 'RS256',
    })
    const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ format: 'jwk' })
    expect(await refusals({ ...es256, d: es256.x })).toEqual([400, ['publicKey.d']])
    expect(await refusals(rsa(1024))).toEqual([400, ['publicKey.n']])
    expect(await refusals(rsa(2048, 3))).toEqual([400, ['publicKey.e']])
    expect(await refusals({ ...p384, alg: 'ES256' })).toEqual([400, ['publicKey.crv']])
    expect(await refusals({ ...es256, alg: 'HS256' })).toEqual([400, ['publicKey.alg']])
    expect(await refusals({ ...es256, alg: 'none' })).toEqual([400, ['publicKey.alg']])
    expect(await refusals({ kty: 'oct', k: 'c2VjcmV0', alg: 'ES256' })).toEqual([400, ['publicKey.k', 'publicKey.kty']])
    expect(await refusals({ ...es256, alg: 'RS256' })).toEqual([
      400,
      ['publicKey.kty', 'publicKey.n', 'publicKey.e', 'publicKey.crv', 'publicKey.x', 'publicKey.y'],
    ])
    expect(await refusals({ ...ed25519, crv: 'P-256' })).toEqual([400, ['publicKey.crv']])
    expect(await refusals({ ...es256, y: es256.x })).toEqual([400, ['publicKey']])
    expect(await refusals({ ...es256, jku: 'https://evil.example' })).toEqual([400, ['publicKey.jku']])
  })
})
