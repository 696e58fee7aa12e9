import { afterEach, describe, expect, it } from 'vitest'
import { addressGateKey, checkRateLimit } from '../../lib/platform/access/rate-limit.ts'
import { identityGateKey } from '../../lib/platform/access/revocation.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { aPartner } from '../support/builders.ts'
import { aMember, client, type Member, send } from '../support/client.ts'
import { stallingTable } from '../support/stalling.ts'

const PARTNERS = '/api/partner/partners'

afterEach(() => useApp(undefined))

/** Keeps the clock, so that no window of a rate limit ends in between. */
const stopClock = () => {
  const now = app().clock()
  useApp({ ...app(), clock: () => now })
  return now
}

const useUpLimit = async ({ identity }: Member) => {
  const { db, config } = app()
  const now = stopClock()
  for (let { remaining } = { remaining: 1 }; remaining > 0; )
    ({ remaining } = await checkRateLimit(db, now, identityGateKey(identity), config.limits.identity))
}

describe('a repeated request', () => {
  it('is answered with the headers of every answer, its own id and the remaining rate limit', async () => {
    const owner = await aMember()
    stopClock()
    const ask = () => owner.post(PARTNERS, { name: 'Nordlicht' }, { 'idempotency-key': 'one' })
    const first = await ask()
    const again = await ask()
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers).toEqual({
      ...first.headers,
      'Idempotency-Replayed': 'true',
      'X-Request-Id': expect.stringMatching(/^[\w-]{36}$/),
      'X-RateLimit-Remaining': String(Number(first.headers['X-RateLimit-Remaining']) - 1),
    })
    expect(again.headers['X-Request-Id']).not.toBe(first.headers['X-Request-Id'])
  })

  it('is refused, and not answered again, once its caller is over the limit or may no longer create', async () => {
    const owner = await aMember()
    const key = { 'idempotency-key': 'one' }
    expect((await owner.post(PARTNERS, { name: 'Nordlicht' }, key)).status).toBe(201)
    const reader = await aMember({ tenant: owner.tenant, role: 'viewer' })
    const refused = await reader.post(PARTNERS, { name: 'Nordlicht' }, key)
    expect([refused.status, refused.body.errorCode]).toEqual([403, 'SCOPE_MISSING'])
    await useUpLimit(owner)
    const late = await owner.post(PARTNERS, { name: 'Nordlicht' }, key)
    expect([late.status, late.body.errorCode]).toEqual([429, 'RATE_LIMITED'])
  })
})

describe('a read', () => {
  it('is dropped as soon as the rate limit refuses it, however long it takes', async () => {
    const owner = await aMember()
    const { id } = await aPartner(owner)
    await useUpLimit(owner)
    const slow = stallingTable(openTable(app().config.table))
    useApp({ ...app(), db: slow.table })
    const stall = slow.hold(({ partitions }) => partitions.some((pk) => pk.startsWith('T#')))
    const answer = owner.get(`${PARTNERS}/${id}`)
    await stall.reached
    await stall.settled()
    const first = await Promise.race([answer, 'nothing yet'])
    stall.release()
    await stall.settled()
    expect(first).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } })
  })
})

describe('a caller without a valid token', () => {
  it.each([
    ['none', undefined],
    ['an invalid one', 'e30.e30.e30'],
  ])('is counted by the address: %s', async (_name, token) => {
    const now = stopClock()
    const { db, config } = app()
    const { remaining } = await checkRateLimit(db, now, addressGateKey('203.0.113.7'), config.limits.ip)
    const answer = await client(token).post(PARTNERS, { name: 'x' })
    expect([answer.status, answer.body.errorCode]).toEqual([401, 'UNAUTHENTICATED'])
    expect(answer.headers['X-RateLimit-Remaining']).toBe(String(remaining - 1))
  })
})

describe('of several mistakes in one request', () => {
  it('the first in the order of the pipeline is answered', async () => {
    const owner = await aMember()
    const reader = await aMember({ tenant: owner.tenant, role: 'viewer' })
    const { id } = await aPartner(owner)
    const text = { 'content-type': 'text/plain' }
    const problemOf = async (member: Member, partner: string, query: string, body: string, headers = {}) =>
      (await member.patch(`${PARTNERS}/${partner}?${query}`, body, headers)).body
    expect((await problemOf(reader, 'none', 'a=1', '{', text)).errorCode).toBe('SCOPE_MISSING')
    expect((await problemOf(owner, 'none', 'a=1', '{', text)).errorCode).toBe('NOT_FOUND')
    expect((await problemOf(owner, id, 'a=1', '{', text)).errorCode).toBe('UNSUPPORTED_MEDIA_TYPE')
    expect((await problemOf(owner, id, 'a=1', '{')).violations).toEqual([{ propertyPath: '', message: 'must be JSON' }])
    const { violations } = await problemOf(owner, id, 'a=1', '{"b":1}')
    expect(violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual(['a', 'b'])
  })
})

describe('the type and the encoding of a body', () => {
  const post = (member: Member, event: object, headers: Record<string, string> = {}) =>
    send('POST', PARTNERS, { headers: { authorization: `Bearer ${member.token}`, ...headers }, event })

  it('may be missing, with a parameter, or base64', async () => {
    const owner = await aMember()
    const body = JSON.stringify({ name: 'Nordlicht Ö' })
    const base64 = { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
    expect((await post(owner, { body })).body.name).toBe('Nordlicht Ö')
    expect((await post(owner, { body }, { 'content-type': 'Application/JSON ; charset=utf-8' })).status).toBe(201)
    expect((await post(owner, base64)).body.name).toBe('Nordlicht Ö')
  })

  it.each(['application/vnd.api+json', 'application/jsonp', 'application/json-seq'])('%s is refused', async (type) => {
    const answer = await post(await aMember(), { body: '{"name":"x"}' }, { 'content-type': type })
    expect([answer.status, answer.body.errorCode, answer.body.detail]).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      'The body must be application/json.',
    ])
  })
})
