import { beforeEach, describe, expect, it } from 'vitest'
import { handler as redrive } from '../../functions/events/every-minute-redrive-outbox.ts'
import { ERASURES } from '../../functions/iam/erasures.ts'
import { eraseAccount } from '../../lib/iam/erasure/erase-account.ts'
import { hashEmail } from '../../lib/platform/access/email.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import { seeded } from '../support/faults.ts'
import { scanTable } from '../support/test-table.ts'
import { drainEvents } from '../support/workers.ts'
import { aColleague, anOwner, ask, invited, memberOf, signedIn, verified, working } from './people.ts'

beforeEach(() => useApp(undefined))

const about = async (...words: string[]) =>
  (await scanTable(app().config.table)).filter((item) => words.some((word) => JSON.stringify(item).includes(word)))

/** Lists the items that still refer to the identity, except events and deliveries, which expire, and the audit trail. */
const leadingTo = async (identity: string) => {
  const records = ['outbox', 'task', 'delivery', 'trace', 'audit', `audit?actorId=${identity}`]
  const items = await about(identity)
  return items.filter(({ pk }) => !pk.startsWith('G#') && !records.some((name) => pk.endsWith(`#${name}`)))
}

const mailbox = (tenant: string, identity: string) => `T#${tenant}#${identity}#notification`

const erasure = async (identityId: string) => {
  const tasks = await app().db.query({ pk: 'T#PLATFORM#task' })
  return tasks
    .map(({ data }) => data as { identityId: string; emailDigest: string })
    .find((data) => data?.identityId === identityId) as never
}

const codeOf = ({ status, body }: { status: number; body: { errorCode?: string } }) => [status, body.errorCode]

describe('an account deletion', () => {
  it('revokes every token from the next request and frees the address', async () => {
    const person = await anOwner()
    const other = await signedIn(person, 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0')
    expect((await person.delete('/api/iam/account')).status).toBe(204)
    for (const each of [person, other]) {
      expect(codeOf(await each.get('/api/iam/me'))).toEqual([401, 'SESSION_REVOKED'])
      expect(codeOf(await each.post('/api/partner/partners', { name: 'X' }))).toEqual([401, 'SESSION_REVOKED'])
      expect((await ask('refresh', { refreshToken: each.refreshToken })).status).toBe(401)
    }
    expect(codeOf(await ask('login', person))).toEqual([400, 'VALIDATION_ERROR'])
    const { email, password } = person
    expect(codeOf(await ask('login', { email, password }))).toEqual([401, 'INVALID_CREDENTIALS'])

    await verified({ email, password })
    const anew = await signedIn({ email, password })
    expect(anew.claims.sub).not.toBe(person.claims.sub)
    expect(anew.tenants.map(({ id }) => id)).not.toContain(person.tenant)
    expect((await anew.get('/api/iam/me')).status).toBe(200)
  })

  it('erases all personal data and leaves an anonymous id in the books', async () => {
    const owner = await anOwner()
    const person = await aColleague(owner, 'admin')
    const identity = person.claims.sub
    await signedIn(person, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Version/17 Safari/605')
    await ask('request-password-reset', { email: person.email })
    await person.patch('/api/iam/me', { phone: '+4930901820' })
    await person.post('/api/iam/tenants', { name: 'Third' }, { 'idempotency-key': 'k' })
    await person.post('/api/partner/partners', { name: 'Nordlicht' })
    await drainEvents()
    expect((await person.get('/api/notification/notifications')).body.totalItems).toBeGreaterThan(0)
    expect((await person.delete('/api/iam/account')).status).toBe(204)
    await drainEvents({ duplicate: true })

    const named = await about(person.email, hashEmail(person.email), '+4930901820')
    expect(named.filter(({ pk }) => !pk.startsWith('G#'))).toEqual([])
    const left = await leadingTo(identity)
    expect(left.map(({ pk, sk }) => `${pk} ${sk}`)).toEqual([`I#${identity} IDENTITY`])
    expect(left[0]).toMatchObject({
      email: `deleted-${identity}@anonymized.invalid`,
      firstName: '',
      passwordHash: '',
      country: null,
    })
    const events = await app().db.query({ pk: `T#${owner.tenant}#outbox` })
    expect(events.find(({ topic }) => topic === 'partner.partner.created')?.actor).toBe(identity)
    expect((await owner.get('/api/iam/members')).body.member.map(({ email }: { email: string }) => email)).toEqual([
      owner.email,
    ])
  })

  it('is refused without changes for the only owner of a tenant with other members', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'admin')
    const refused = await owner.delete('/api/iam/account')
    expect(codeOf(refused)).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect(refused.body.detail).toContain('Ada')
    expect((await owner.get('/api/iam/members')).body.totalItems).toBe(2)
    await owner.patch(`/api/iam/members/${colleague.member}`, { role: 'owner' })
    expect((await owner.delete('/api/iam/account')).status).toBe(204)
    await drainEvents()
    const left = await working(await signedIn(colleague), owner.tenant)
    expect((await left.get('/api/iam/members')).body.totalItems).toBe(1)
  })

  it('stops counting the owner at once, before the erasure', async () => {
    const owner = await anOwner()
    const other = await aColleague(owner, 'owner')
    expect((await other.delete('/api/iam/account')).status).toBe(204)
    const refused = await owner.patch(`/api/iam/members/${await memberOf(owner)}`, { role: 'viewer' })
    expect(codeOf(refused)).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    await aColleague(owner, 'viewer')
    expect((await owner.delete('/api/iam/account')).status).toBe(409)
  })

  it('closes the tenant of its only member and invalidates its invitations', async () => {
    const owner = await anOwner()
    const guest = await verified()
    const { token } = await invited(owner, 'admin', guest)
    expect((await owner.delete('/api/iam/account')).status).toBe(204)
    expect((await ask('accept-invitation', { token })).status).toBe(400)
    await drainEvents()
    expect((await ask('accept-invitation', { token })).status).toBe(400)
    const members = await app().db.query({ pk: `T#${owner.tenant}#member` })
    expect(members).toEqual([])
  })

  it('is refused for an account that was deleted already', async () => {
    const person = await anOwner()
    const answers = await Promise.all(Array.from({ length: 5 }, () => person.delete('/api/iam/account')))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(answers.every(({ status }) => [204, 401, 404].includes(status))).toBe(true)
  })
})

describe('an account deletion at the same time', () => {
  it('as that of the other owner leaves the other members an owner', async () => {
    for (let round = 0; round < 3; round++) {
      const one = await anOwner()
      const two = await aColleague(one, 'owner')
      await aColleague(one, 'viewer')
      const answers = await Promise.all([one.delete('/api/iam/account'), two.delete('/api/iam/account')])
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    }
  })

  it('as a demotion leaves an owner', async () => {
    for (let round = 0; round < 3; round++) {
      const one = await anOwner()
      const two = await aColleague(one, 'owner')
      const itself = `/api/iam/members/${two.member}`
      const answers = await Promise.all([one.delete('/api/iam/account'), two.patch(itself, { role: 'viewer' })])
      expect(answers.map(({ status }) => status < 300).sort()).toEqual([false, true])
    }
  })

  it('as an accepted invitation leaves no tenant without an owner', async () => {
    for (let round = 0; round < 4; round++) {
      const owner = await anOwner()
      const { token } = await invited(owner, 'viewer', await verified())
      const [deleted, accepted] = await Promise.all([
        owner.delete('/api/iam/account'),
        ask('accept-invitation', { token }),
      ])
      expect([
        [204, 400],
        [409, 200],
      ]).toContainEqual([deleted.status, accepted.status])
    }
  })

  it('as a sign-in leaves no valid token', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await anOwner()
      const [deleted, signed] = await Promise.all([person.delete('/api/iam/account'), signedIn(person)])
      expect(deleted.status).toBe(204)
      if (!signed.token) continue
      expect((await signed.get('/api/iam/me')).status).toBe(401)
      expect((await ask('refresh', { refreshToken: signed.refreshToken })).status).toBe(401)
    }
  })
})

/** Wraps the table so that the process crashes at one of its calls, before or after the call takes effect. */
const dying = (db: Table, call: number, after: boolean): Table => {
  let calls = 0
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    if (++calls < call) return await work()
    if (calls === call && after) await work()
    throw new Error('the process is gone')
  }
  return {
    get: (key) => through(() => db.get(key)),
    batchGet: (keys) => through(() => db.batchGet(keys)),
    query: (range) => through(() => db.query(range)),
    put: (put) => through(() => db.put(put)),
    update: (update) => through(() => db.update(update)),
    transact: (actions, token) => through(() => db.transact(actions, token)),
  }
}

it('an erasure that stops between any two steps completes when it runs again', async () => {
  const random = seeded(7)
  const { db, clock } = app()
  for (let round = 0; round < 6; round++) {
    const owner = await anOwner()
    const person = await aColleague(owner, 'admin')
    await person.post('/api/partner/partners', { name: 'Nordlicht' })
    await drainEvents()
    await person.delete('/api/iam/account')
    const identity = person.claims.sub
    const task = await erasure(identity)
    for (let deaths = 0; deaths < 8; deaths++) {
      const dies = eraseAccount(
        { ...app(), db: dying(db, 1 + Math.floor(random() * 24), random() < 0.5) },
        task,
        clock(),
        ERASURES,
      )
      await dies.catch(() => {})
    }
    await eraseAccount(app(), task, clock(), ERASURES)
    await eraseAccount(app(), task, clock(), ERASURES)
    const left = await leadingTo(identity)
    expect(left.map(({ sk }) => sk)).toEqual(['IDENTITY'])
    const told = await db.query({ pk: `T#${owner.tenant}#outbox` })
    expect(told.filter(({ topic }) => topic === 'iam.membership.role_revoked')).toHaveLength(1)
    expect((await owner.get('/api/iam/members')).body.totalItems).toBe(1)
    expect((await owner.get('/api/iam/members?role=admin')).body.totalItems).toBe(0)
  }
})

it('a notification in progress during the erasure is erased afterwards', async () => {
  const owner = await anOwner()
  const person = await aColleague(owner, 'admin')
  await drainEvents()
  await owner.post('/api/partner/partners', { name: 'Nordlicht' })
  const identity = person.claims.sub
  const { db } = app()
  let erased = false
  const held: Table = {
    ...db,
    async transact(actions, token) {
      const delivers = actions.some((action) => 'put' in action && action.put.pk === mailbox(owner.tenant, identity))
      if (delivers && !erased) {
        erased = true
        await person.delete('/api/iam/account')
        await eraseAccount(app(), await erasure(identity), app().clock(), ERASURES)
      }
      return await db.transact(actions, token)
    },
  }
  useApp({ ...app(), db: held })
  await drainEvents()
  expect(erased).toBe(true)
  // The worker that had found the person as a recipient is long over by then.
  const later = new Date(Date.now() + 10 * 60_000)
  useApp({ ...makeApp(readConfig()), clock: () => later })
  await redrive({})
  await drainEvents()
  useApp(undefined)
  expect((await about(identity)).filter(({ pk }) => pk.includes('#notification'))).toEqual([])
  expect((await owner.get('/api/notification/notifications/unread-count')).body.count).toBeGreaterThan(0)
})
