import { describe, expect, test } from 'vitest'
import { checkRateLimit, type RateLimitStatus, refundRateLimit } from '../../lib/platform/access/rate-limit.ts'
import {
  buildMembershipRevocation,
  buildSessionRevocation,
  buildSessionsRevocation,
  identityGateKey,
} from '../../lib/platform/access/revocation.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { type Id, newId } from '../../lib/platform/id.ts'
import { openTable } from '../../lib/platform/store/table/open-table.ts'
import { retryTable } from '../../lib/platform/store/table/retry-table.ts'
import { type Table, TransientFault } from '../../lib/platform/store/table/table.ts'
import { aMember } from '../support/client.ts'

const anIdentity = () => newId(new Date())
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)

const door = openTable(readConfig().table)
const db = retryTable(door)

/** Wraps the table and counts its writes. */
const counted = () => {
  const calls = { update: 0 }
  const table: Table = {
    ...door,
    update(update) {
      calls.update++
      return door.update(update)
    },
  }
  return { db: retryTable(table), calls }
}

const denied = (promise: Promise<RateLimitStatus>) =>
  promise.then(
    () => undefined,
    (problem) => problem.errorCode as string,
  )

const startOf = async (identity: Id) => {
  const { resetAt } = await checkRateLimit(db, at(0), identityGateKey(identity), 1000)
  return resetAt - at(0).getTime() / 1000
}

test('exactly 100 of 300 concurrent calls pass a limit of 100', async () => {
  const gate = identityGateKey(anIdentity())
  const calls = await Promise.all(Array.from({ length: 300 }, () => denied(checkRateLimit(db, at(0), gate, 100))))
  expect(calls.filter((code) => code === undefined)).toHaveLength(100)
  expect(calls.filter((code) => code === 'RATE_LIMITED')).toHaveLength(200)
})

test('each window allows its whole limit once', async () => {
  const identity = anIdentity()
  const gate = identityGateKey(identity)
  const end = await startOf(identity)
  const use = async (seconds: number) => (await checkRateLimit(db, at(seconds), gate, 3)).remaining
  expect([await use(end), await use(end + 1), await use(end + 59)]).toEqual([2, 1, 0])
  expect(await denied(checkRateLimit(db, at(end + 59.9), gate, 3))).toBe('RATE_LIMITED')
  expect(await use(end + 60)).toBe(2)
})

test('a denial gives the end of the window as the time to retry', async () => {
  const identity = anIdentity()
  const end = await startOf(identity)
  const gate = identityGateKey(identity)
  await checkRateLimit(db, at(end + 10), gate, 1)
  const refused = checkRateLimit(db, at(end + 17.5), gate, 1)
  await expect(refused).rejects.toMatchObject({
    errorCode: 'RATE_LIMITED',
    headers: {
      'Retry-After': '43',
      'X-RateLimit-Limit': '1',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': String(at(end + 60).getTime() / 1000),
    },
  })
  await expect(checkRateLimit(db, at(end + 60), gate, 1)).resolves.toMatchObject({ remaining: 0 })
})

test('windows of different callers end at different seconds', async () => {
  const ends = await Promise.all(Array.from({ length: 60 }, () => startOf(anIdentity())))
  for (const end of ends) {
    expect(end).toBeGreaterThan(0)
    expect(end).toBeLessThanOrEqual(60)
  }
  expect(new Set(ends).size).toBeGreaterThan(20)
})

test('a denied caller causes no write until the window ends', async () => {
  const identity = anIdentity()
  const end = await startOf(identity)
  const gate = identityGateKey(identity)
  const { db: counting, calls } = counted()
  await checkRateLimit(counting, at(end), gate, 1)
  for (let i = 0; i < 50; i++)
    expect(await denied(checkRateLimit(counting, at(end + 1 + i), gate, 1))).toBe('RATE_LIMITED')
  expect(calls.update).toBe(2)
  expect(await denied(checkRateLimit(counting, at(end + 60), gate, 1))).toBeUndefined()
  expect(calls.update).toBe(3)
})

test('a refunded request can be used again', async () => {
  const gate = identityGateKey(anIdentity())
  const end = await startOf(gate.pk.slice(2))
  await checkRateLimit(db, at(end), gate, 2)
  await refundRateLimit(db, at(end + 1), gate, 60)
  await refundRateLimit(db, at(end + 1), gate, 60)
  expect((await checkRateLimit(db, at(end + 2), gate, 2)).remaining).toBe(1)
})

test('a rate limit item stores only the current windows', async () => {
  const identity = anIdentity()
  const gate = identityGateKey(identity)
  for (let minute = 0; minute < 30; minute++) await checkRateLimit(db, at(minute * 60), gate, 10)
  await checkRateLimit(db, at(5 * 3600), gate, 10)
  const windows = Object.keys((await db.get(gate)) ?? {}).filter((name) => /^w\d/.test(name))
  expect(windows.length).toBeLessThanOrEqual(3)
})

describe('session revocations', () => {
  const session = (seconds: number) => newId(at(seconds))
  const pass = (identity: Id, of: Id, seconds = 100) =>
    denied(checkRateLimit(db, at(seconds), identityGateKey(identity), 100, { session: of }))

  test('apply to the ended session at once and to no other', async () => {
    const identity = anIdentity()
    const [one, other] = [session(1), session(2)]
    expect([await pass(identity, one), await pass(identity, other)]).toEqual([undefined, undefined])
    await db.update(buildSessionRevocation(identity, one, at(100)))
    expect([await pass(identity, one), await pass(identity, other)]).toEqual(['SESSION_REVOKED', undefined])
  })

  test('apply to all earlier sessions except the one to keep, and not to later ones', async () => {
    const identity = anIdentity()
    const [before, kept, after] = [session(1), session(2), session(200)]
    await db.update(buildSessionsRevocation(identity, session(100), kept, at(100)))
    expect(await pass(identity, before)).toBe('SESSION_REVOKED')
    expect(await pass(identity, kept)).toBeUndefined()
    expect(await pass(identity, after, 201)).toBeUndefined()
    await db.update(buildSessionsRevocation(identity, session(300), null, at(300)))
    expect(await pass(identity, kept, 301)).toBe('SESSION_REVOKED')
    expect(await pass(identity, after, 301)).toBe('SESSION_REVOKED')
  })

  test('are removed once their tokens have expired, not before', async () => {
    const identity = anIdentity()
    const old = Array.from({ length: 20 }, (_, i) => session(i))
    for (const each of old) await db.update(buildSessionRevocation(identity, each, at(100)))
    const recent = session(50)
    await db.update(buildSessionRevocation(identity, recent, at(3600)))
    for (const each of old) expect(await pass(identity, each, 100 + 900)).toBe('SESSION_REVOKED')
    expect(await pass(identity, session(60), 3800)).toBeUndefined()
    const marks = Object.keys((await db.get(identityGateKey(identity))) ?? {}).filter((name) => name.startsWith('x'))
    expect(marks).toEqual([`x${recent}`])
    expect(await pass(identity, recent, 3800)).toBe('SESSION_REVOKED')
  })
})

describe('membership revocations', () => {
  const tenants = Array.from({ length: 20 }, () => newId(at(0)))
  const [tenant, other] = tenants as [Id, Id]
  const pass = (identity: Id, bearer: { tenant?: Id; membership?: string }, seconds = 100, table = db) =>
    denied(checkRateLimit(table, at(seconds), identityGateKey(identity), 1000, bearer))
  const marksOf = async (identity: Id) =>
    Object.keys((await db.get(identityGateKey(identity))) ?? {}).filter((name) => /^t[0-7]/.test(name))

  test('accept only tokens of the new version in that tenant', async () => {
    const identity = anIdentity()
    expect(await pass(identity, { tenant, membership: 'v1' })).toBeUndefined()
    await db.update(buildMembershipRevocation(identity, tenant, 'v2', at(100)))
    expect(await pass(identity, { tenant, membership: 'v1' })).toBe('TOKEN_EXPIRED')
    expect(await pass(identity, { tenant })).toBe('TOKEN_EXPIRED')
    for (const bearer of [{ tenant, membership: 'v2' }, { tenant: other, membership: 'v1' }, {}])
      expect(await pass(identity, bearer)).toBeUndefined()
  })

  test('are removed once the earlier tokens have expired, not before', async () => {
    const identity = anIdentity()
    for (const each of tenants) await db.update(buildMembershipRevocation(identity, each, 'v2', at(100)))
    for (const each of tenants)
      expect(await pass(identity, { tenant: each, membership: 'v1' }, 100 + 920)).toBe('TOKEN_EXPIRED')
    expect(await marksOf(identity)).toHaveLength(20)
    expect(await pass(identity, {}, 3800)).toBeUndefined()
    expect(await marksOf(identity)).toEqual([])
  })

  test('keep a mark that is renewed while old ones are removed', async () => {
    const identity = anIdentity()
    for (const each of tenants) await db.update(buildMembershipRevocation(identity, each, 'v2', at(100)))
    const sweeping: Table = {
      ...db,
      async update(update) {
        if (update.set.startsWith('REMOVE'))
          await db.update(buildMembershipRevocation(identity, tenant, 'v3', at(3800)))
        return await db.update(update)
      },
    }
    expect(await pass(identity, {}, 3800, sweeping)).toBeUndefined()
    expect(await pass(identity, { tenant, membership: 'v2' }, 3801)).toBe('TOKEN_EXPIRED')
  })
})

test('a rate limit that cannot be checked lets no request through', async () => {
  const member = await aMember()
  const out = async () => {
    throw new TransientFault('unreachable')
  }
  const before = app()
  try {
    useApp({ ...makeApp(readConfig()), db: retryTable({ ...door, update: out }) })
    const answers = [
      await member.get('/api/partner/partners'),
      await member.post('/api/partner/partners', { name: 'Nordlicht' }),
    ]
    for (const { status, headers, body } of answers) {
      expect(status).toBe(503)
      expect(headers['Retry-After']).toBe('1')
      expect(body.errorCode).toBe('UNAVAILABLE')
      expect(body).not.toHaveProperty('member')
    }
  } finally {
    useApp(before)
  }
  expect((await member.get('/api/partner/partners')).body.totalItems).toBe(0)
})
