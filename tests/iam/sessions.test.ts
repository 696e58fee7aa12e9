import { beforeEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { mailsTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import { anOwner, ask, laterBy, mailedToken, refreshed, signedIn, verified } from './people.ts'

beforeEach(() => useApp(undefined))

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604'

describe('the list of sessions', () => {
  it('shows the origin and last use of each and marks the current one', async () => {
    const person = await verified()
    laterBy(0)
    const first = await signedIn(person, FIREFOX, '198.51.100.7')
    laterBy(1)
    const second = await signedIn(person, SAFARI, '2001:db8:1:2:3::4')
    laterBy(60)
    const later = app().clock().toISOString()
    const { body } = await (await refreshed(second)).get('/api/iam/sessions')
    expect(body.totalItems).toBe(2)
    const [newer, older] = body.member
    expect(newer).toMatchObject({
      '@type': 'Session',
      id: second.claims.sid,
      device: 'Safari on iOS',
      address: '2001:db8:1:2::/64',
      lastUsedAt: later,
      current: true,
    })
    expect(older).toMatchObject({
      id: first.claims.sid,
      device: 'Firefox on Windows',
      address: '198.51.100.7',
      current: false,
    })
    expect(older.lastUsedAt).toBe(older.startedAt)
    expect(Object.keys(newer).sort()).toEqual([
      '@context',
      '@id',
      '@type',
      'address',
      'current',
      'device',
      'id',
      'lastUsedAt',
      'startedAt',
    ])
  })

  it('leaves out sessions that have ended', async () => {
    const person = await verified()
    const [one, two] = [await signedIn(person), await signedIn(person)]
    await one.post('/api/iam/auth/logout-others')
    const three = await signedIn(person)
    const ids = (await three.get('/api/iam/sessions')).body.member.map(({ id }: { id: string }) => id)
    expect(ids).toEqual([three.claims.sid, one.claims.sid])
    expect((await three.delete(`/api/iam/sessions/${two.claims.sid}`)).status).toBe(404)
    laterBy(30 * 24 * 3600 - 60)
    const four = await signedIn(person)
    laterBy(120)
    expect((await (await refreshed(four)).get('/api/iam/sessions')).body.totalItems).toBe(1)
  })

  it('stores only known words of a user agent', async () => {
    const person = await verified()
    for (const name of [
      '<script>alert(1)</script>',
      'x'.repeat(5000),
      '',
      'ﷺ'.repeat(300),
      'Firefox/\r\nSet-Cookie: x',
    ])
      expect(['Another program', 'Firefox']).toContain(
        (await (await signedIn(person, name)).get('/api/iam/sessions')).body.member[0].device,
      )
  })
})

describe('the end of a session', () => {
  it('revokes its tokens at once and no others', async () => {
    const person = await verified()
    const [one, two] = [await signedIn(person), await signedIn(person)]
    expect((await one.delete(`/api/iam/sessions/${two.claims.sid}`)).status).toBe(204)
    expect((await two.get('/api/iam/me')).body.errorCode).toBe('SESSION_REVOKED')
    expect((await ask('refresh', { refreshToken: two.refreshToken })).status).toBe(401)
    expect((await one.get('/api/iam/me')).status).toBe(200)
    expect((await one.delete(`/api/iam/sessions/${one.claims.sid}`)).status).toBe(204)
    expect((await one.get('/api/iam/me')).status).toBe(401)
  })

  it("is answered for another user's session as for a missing one", async () => {
    const [person, stranger] = [await anOwner(), await anOwner()]
    expect((await person.delete(`/api/iam/sessions/${stranger.claims.sid}`)).status).toBe(404)
    expect((await stranger.get('/api/iam/me')).status).toBe(200)
  })

  it('of all includes those started in the same millisecond, also after an earlier end', async () => {
    const person = await verified()
    laterBy(0)
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await signedIn(person), await signedIn(person)]
      expect((await one.post('/api/iam/auth/logout-everywhere')).status).toBe(204)
      for (const each of [one, two]) {
        expect((await each.get('/api/iam/me')).status).toBe(401)
        expect((await ask('refresh', { refreshToken: each.refreshToken })).status).toBe(401)
      }
    }
  })

  it('by a new password refuses a sign-in that has just verified the old one', async () => {
    const person = await verified()
    const token = await mailedToken(person.email, 'password-reset')
    const { db } = app()
    let isFirst = true
    const held: Table = {
      ...db,
      async transact(actions, name) {
        if (isFirst) {
          isFirst = false
          expect((await ask('reset-password', { token, newPassword: 'a brand new password' })).status).toBe(204)
        }
        return await db.transact(actions, name)
      },
    }
    useApp({ ...app(), db: held })
    const { email, password } = person
    expect((await ask('login', { email, password })).body.errorCode).toBe('INVALID_CREDENTIALS')
  })

  it('by a new password leaves no session from a concurrent sign-in with the old one', async () => {
    for (let round = 0; round < 6; round++) {
      const person = await verified()
      const token = await mailedToken(person.email, 'password-reset')
      const [reset, ...signed] = await Promise.all([
        ask('reset-password', { token, newPassword: 'a brand new password' }),
        ...Array.from({ length: 4 }, () => signedIn(person)),
      ])
      expect(reset.status).toBe(204)
      for (const each of signed.filter(({ token }) => token)) {
        expect((await each.get('/api/iam/me')).status).toBe(401)
        expect((await ask('refresh', { refreshToken: each.refreshToken })).status).toBe(401)
      }
    }
  })
})

describe('a refresh token', () => {
  it('used fifty times at once has one successor; used again later it ends the session', async () => {
    laterBy(0)
    const person = await signedIn(await verified())
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask('refresh', { refreshToken: person.refreshToken })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1)
    const successor = await refreshed({ refreshToken: answers[0]?.body.refreshToken })
    expect((await successor.get('/api/iam/me')).status).toBe(200)
    laterBy(31)
    expect((await ask('refresh', { refreshToken: person.refreshToken })).status).toBe(401)
    expect((await successor.get('/api/iam/me')).body.errorCode).toBe('SESSION_REVOKED')
    expect((await ask('refresh', { refreshToken: successor.refreshToken })).status).toBe(401)
  })
})

describe('a sign-in from a new device', () => {
  const newDeviceMails = async (email: string) => {
    await drainEvents()
    return (await mailsTo(email)).filter(({ subject }) => subject === 'A new device signed in to your account')
  }

  it('sends one mail, except the very first sign-in', async () => {
    const person = await verified()
    await signedIn(person, FIREFOX, '198.51.100.7')
    expect(await newDeviceMails(person.email)).toHaveLength(0)
    await Promise.all(Array.from({ length: 4 }, () => signedIn(person, SAFARI, '198.51.100.8')))
    const [mail, ...more] = await newDeviceMails(person.email)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Safari on iOS')
    await signedIn(person, SAFARI, '198.51.77.9')
    await signedIn(person, FIREFOX, '198.51.100.7')
    expect(await newDeviceMails(person.email)).toHaveLength(1)
    await signedIn(person, SAFARI, '203.0.113.9')
    expect(await newDeviceMails(person.email)).toHaveLength(2)
  })

  it('sends no mail if it fails', async () => {
    const person = await verified()
    await signedIn(person, FIREFOX)
    await signedIn({ ...person, password: 'wrong password' }, SAFARI)
    expect(await newDeviceMails(person.email)).toHaveLength(0)
  })

  it('is remembered among the last twenty, without a plain address', async () => {
    const person = await verified()
    let last = await signedIn(person, FIREFOX, '10.0.0.1')
    for (let network = 1; network < 23; network++) {
      laterBy(1)
      last = await signedIn(person, FIREFOX, `10.${network}.0.1`)
    }
    const known = await app().db.get({ pk: `I#${last.claims.sub}`, sk: 'KNOWN' })
    expect(Object.keys(known ?? {}).filter((name) => /^d[0-9a-f]{32}$/.test(name))).toHaveLength(20)
    expect(JSON.stringify(known)).not.toMatch(/10\.\d+\.0/)
    await signedIn(person, FIREFOX, '10.22.0.1')
    expect(await newDeviceMails(person.email)).toHaveLength(22)
    await signedIn(person, FIREFOX, '10.0.0.1')
    expect(await newDeviceMails(person.email)).toHaveLength(23)
  })
})
