import { beforeEach, describe, expect, it } from 'vitest'
import { listScopesOfRole } from '../../lib/platform/access/scopes.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import type { Role } from '../../schemas/roles.ts'
import type { Received } from '../support/client.ts'
import { mailsTo, nextMailTo } from '../support/mails.ts'
import { drainEvents } from '../support/workers.ts'
import {
  aColleague,
  anOwner,
  ask,
  invitationsOf,
  invited,
  laterBy,
  mailedToken,
  memberOf,
  refreshed,
  registered,
  signedIn,
  somebody,
  verified,
  working,
} from './people.ts'

beforeEach(() => useApp(undefined))

const at = (member: string, action = '') => `/api/iam/members/${member}${action && `/${action}`}`
const codeOf = ({ status, body }: { status: number; body: { errorCode?: string } }) => [status, body.errorCode]

describe('an invitation', () => {
  it('leads by mail to a new, verified account and notifies the members concerned', async () => {
    const owner = await anOwner()
    const guest = somebody()
    const invitation = await owner.post('/api/iam/members', { email: guest.email.toUpperCase(), role: 'finance' })
    expect(invitation.status).toBe(201)
    expect(invitation.body).toMatchObject({
      '@type': 'Member',
      email: guest.email,
      firstName: null,
      role: 'finance',
      status: 'invited',
      identityId: null,
    })
    await drainEvents()
    const { text } = await nextMailTo(guest.email)
    expect(text).toContain('Ada has invited you')
    const token = /accept-invitation\?token=([\w.-]+)/.exec(text)?.[1]
    const accepted = await ask('accept-invitation', { token, password: guest.password, firstName: 'Grace' })
    expect(accepted.status).toBe(200)
    expect(accepted.body).toMatchObject({ id: invitation.body.id, status: 'active', firstName: 'Grace' })
    const signed = await signedIn(guest)
    expect(signed.tenants).toEqual([{ id: owner.tenant, name: 'Ada', role: 'finance' }])
    expect(signed.claims.scope.split(' ')).toEqual(listScopesOfRole('finance'))
    await drainEvents()
    expect((await mailsTo(guest.email))[0]?.subject).toBe('Welcome to Ada')
    const told = await owner.get('/api/notification/notifications')
    expect(told.body.member.map(({ topic }: { topic: string }) => topic)).toEqual([
      'iam.membership.member_joined',
      'iam.membership.created',
    ])
    expect(told.text).not.toMatch(/Grace|example\.com/)
  })

  it('lets an existing account join without a password and keeps its password', async () => {
    const [owner, guest] = [await anOwner(), await verified()]
    const { token } = await invited(owner, 'viewer', guest)
    const wrong = await ask('accept-invitation', { token, password: 'another password', firstName: 'Eve' })
    expect([wrong.status, wrong.body.violations[0].propertyPath]).toEqual([400, 'password'])
    expect((await ask('accept-invitation', { token })).body).toMatchObject({ status: 'active', firstName: 'Ada' })
    const signed = await signedIn(guest)
    expect(signed.tenants.map(({ role }) => role).sort()).toEqual(['owner', 'viewer'])
    expect((await working(signed, owner.tenant)).claims.scope.split(' ')).toEqual(listScopesOfRole('viewer'))
  })

  it('gives no access to a person who registered the address before without verifying it', async () => {
    const owner = await anOwner()
    const early = await registered()
    const verification = await mailedToken(early.email, 'verification')
    const { token } = await invited(owner, 'admin', early)
    const bare = await ask('accept-invitation', { token })
    expect(bare.body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'password',
      'firstName',
    ])
    const own = 'a password of my own'
    expect((await ask('accept-invitation', { token, password: own, firstName: 'Grace' })).status).toBe(200)
    expect((await ask('login', { email: early.email, password: early.password })).status).toBe(401)
    expect((await ask('verify-email', { token: verification })).status).toBe(400)
    const signed = await signedIn({ ...early, password: own })
    expect((await signed.get('/api/iam/me')).body).toMatchObject({ firstName: 'Grace', emailVerified: true })
  })

  it('has a link that works once, for a week, until a newer one is sent', async () => {
    const [owner, guest] = [await anOwner(), await verified()]
    const first = await invited(owner, 'viewer', guest)
    const again = await owner.post('/api/iam/members', { email: guest.email, role: 'finance' })
    expect([again.status, again.body.id, again.body.role]).toEqual([200, first.member, 'finance'])
    const [older, newer] = await invitationsOf(owner.tenant, guest.email)
    expect((await ask('accept-invitation', { token: older })).status).toBe(400)
    laterBy(7 * 24 * 3600 + 1)
    expect((await ask('accept-invitation', { token: newer })).status).toBe(400)
    useApp(undefined)
    expect((await ask('accept-invitation', { token: newer })).status).toBe(200)
    expect((await ask('accept-invitation', { token: newer })).status).toBe(400)
    expect(codeOf(await owner.post('/api/iam/members', { email: guest.email, role: 'viewer' }))).toEqual([
      409,
      'ALREADY_EXISTS',
    ])
  })

  it('creates one member for concurrent requests, and only the last link works', async () => {
    const [owner, guest] = [await anOwner(), await verified()]
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.post('/api/iam/members', { email: guest.email, role: 'viewer' })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const tokens = await invitationsOf(owner.tenant, guest.email)
    const accepted = await Promise.all(tokens.map((token) => ask('accept-invitation', { token })))
    expect(accepted.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await owner.get('/api/iam/members?status=active')).body.totalItems).toBe(2)
  })

  it('is refused with a token that was never sent', async () => {
    const owner = await anOwner()
    const { token, member } = await invited(owner, 'viewer')
    const [, , secret] = token.split('.')
    for (const wrong of ['x', 'a.b.c', `${owner.tenant}.${member}.guess`, `${newId(new Date())}.${member}.${secret}`])
      expect((await ask('accept-invitation', { token: wrong })).status).toBe(400)
  })
})

describe('the list of members', () => {
  it('filters by role and status and shows only the fields of a member', async () => {
    const owner = await anOwner()
    await invited(owner, 'viewer')
    const colleague = await aColleague(owner, 'finance')
    const ids = async (query: string) =>
      (await owner.get(`/api/iam/members${query}`)).body.member.map(({ id }: { id: string }) => id)
    expect(await ids('?status=active&role=finance')).toEqual([colleague.member])
    expect(await ids('?status=invited')).toHaveLength(1)
    const { body } = await owner.get('/api/iam/members')
    expect(body.totalItems).toBe(3)
    expect(Object.keys(body.member[0]).sort()).toEqual([
      '@context',
      '@id',
      '@type',
      'createdAt',
      'email',
      'firstName',
      'id',
      'identityId',
      'role',
      'status',
      'updatedAt',
    ])
    expect((await owner.get(at(colleague.member))).body.identityId).toBe(colleague.claims.sub)
    expect((await colleague.get('/api/iam/members')).status).toBe(403)
  })

  it('of another tenant can neither be read nor changed', async () => {
    const [owner, stranger] = [await anOwner(), await anOwner()]
    const theirs = await aColleague(stranger, 'viewer')
    const answers = [
      await owner.get(at(theirs.member)),
      await owner.patch(at(theirs.member), { role: 'admin' }),
      await owner.post(at(theirs.member, 'suspend')),
      await owner.post(at(theirs.member, 'reinstate')),
      await owner.delete(at(theirs.member)),
    ]
    expect(answers.map(codeOf)).toEqual(answers.map(() => [404, 'NOT_FOUND']))
    expect((await theirs.get('/api/iam/members')).status).toBe(200)
  })
})

describe('a change of role', () => {
  it('applies to the next request within the same second; a refresh returns the new scopes', async () => {
    laterBy(0)
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'admin')
    expect((await colleague.get('/api/iam/members')).status).toBe(200)
    const other = colleague.tenants.find(({ id }) => id !== owner.tenant)?.id as string
    const elsewhere = await working(await signedIn(colleague), other)
    expect((await owner.patch(at(colleague.member), { role: 'viewer' })).body.role).toBe('viewer')
    for (const refused of [
      await colleague.get('/api/iam/members'),
      await colleague.post('/api/partner/partners', { name: 'Nordlicht' }),
      await colleague.get('/api/iam/me'),
    ]) {
      expect(codeOf(refused)).toEqual([401, 'TOKEN_EXPIRED'])
      expect(refused.headers['WWW-Authenticate']).toContain('invalid_token')
    }
    const now = await refreshed(colleague)
    expect(now.claims.scope.split(' ')).toEqual(listScopesOfRole('viewer'))
    expect((await now.get('/api/iam/members')).status).toBe(200)
    expect((await now.post('/api/partner/partners', { name: 'Nordlicht' })).status).toBe(403)
    expect((await elsewhere.get('/api/iam/me')).status).toBe(200)
    expect((await owner.get('/api/iam/me')).status).toBe(200)
  })

  it('leaves no token with the old role from a concurrent refresh', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'admin')
    let session = colleague as Awaited<ReturnType<typeof refreshed>>
    for (const role of ['viewer', 'admin', 'viewer', 'admin', 'viewer', 'admin', 'viewer'] as Role[]) {
      const [next, selected] = await Promise.all([
        refreshed(session),
        working(await refreshed(session), owner.tenant),
        owner.patch(at(colleague.member), { role }),
      ])
      for (const each of [next, selected]) {
        const made = await each.post('/api/iam/members', { email: somebody().email, role: 'viewer' })
        if (role === 'viewer') expect([401, 403]).toContain(made.status)
        else expect([401, 201]).toContain(made.status)
      }
      session = await refreshed(next)
      expect(session.claims.scope.split(' ')).toEqual(listScopesOfRole(role))
    }
  })

  it('emits an event, except for the same role', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'viewer')
    expect((await owner.patch(at(colleague.member), { role: 'viewer' })).status).toBe(200)
    expect((await colleague.get('/api/iam/me')).status).toBe(200)
    await owner.patch(at(colleague.member), { role: 'finance' })
    await drainEvents()
    const { body } = await owner.get('/api/notification/notifications?limit=1')
    expect(body.member[0]).toMatchObject({
      topic: 'iam.membership.role_assigned',
      message: 'The role of a member changed from viewer to finance.',
      resourceId: colleague.member,
    })
  })
})

describe('a suspension or removal', () => {
  it('blocks a suspended member from the next request until it is reinstated', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'operations')
    expect((await owner.post(at(colleague.member, 'suspend'))).body.status).toBe('suspended')
    expect(codeOf(await colleague.get('/api/partner/partners'))).toEqual([401, 'TOKEN_EXPIRED'])
    const without = await refreshed(colleague)
    expect([without.claims.tid, without.claims.scope]).toEqual([undefined, ''])
    expect(codeOf(await without.get('/api/partner/partners'))).toEqual([403, 'TENANT_REQUIRED'])
    expect((await without.post('/api/iam/auth/select-tenant', { tenantId: owner.tenant })).status).toBe(404)
    expect(codeOf(await owner.post(at(colleague.member, 'suspend')))).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    await owner.post(at(colleague.member, 'reinstate'))
    const back = await refreshed(without)
    expect(back.claims.tid).toBe(owner.tenant)
    expect((await back.get('/api/partner/partners')).status).toBe(200)
    expect((await colleague.get('/api/partner/partners')).status).toBe(401)
  })

  it('locks a removed member out at once; a new invitation does not revive earlier tokens', async () => {
    const owner = await anOwner()
    const colleague = await aColleague(owner, 'operations')
    expect((await owner.delete(at(colleague.member))).status).toBe(204)
    expect(codeOf(await colleague.get('/api/partner/partners'))).toEqual([401, 'TOKEN_EXPIRED'])
    expect((await owner.get(at(colleague.member))).status).toBe(404)
    expect((await refreshed(colleague)).claims.tid).toBeUndefined()
    const { token } = await invited(owner, 'operations', colleague)
    await ask('accept-invitation', { token })
    expect((await colleague.get('/api/partner/partners')).status).toBe(401)
    const back = await working(await signedIn(colleague), owner.tenant)
    expect((await back.get('/api/partner/partners')).status).toBe(200)
  })

  it('invalidates the link of a withdrawn invitation', async () => {
    const owner = await anOwner()
    const { member, token } = await invited(owner, 'viewer', await verified())
    expect((await owner.delete(at(member))).status).toBe(204)
    expect((await ask('accept-invitation', { token })).status).toBe(400)
  })
})

describe('owners', () => {
  it('the only active one cannot be demoted, suspended or removed, and cannot leave', async () => {
    const owner = await anOwner()
    const member = await memberOf(owner)
    const other = await aColleague(owner, 'owner')
    await owner.post(at(other.member, 'suspend'))
    await aColleague(owner, 'admin')
    for (const refused of [
      await owner.patch(at(member), { role: 'admin' }),
      await owner.post(at(member, 'suspend')),
      await owner.delete(at(member)),
    ])
      expect(codeOf(refused)).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    await owner.post(at(other.member, 'reinstate'))
    expect((await owner.delete(at(member))).status).toBe(204)
    expect((await owner.get('/api/iam/members')).status).toBe(401)
  })

  it.each([
    ['demoting', (member: string) => ['patch', at(member), { role: 'viewer' }] as const],
    ['suspending', (member: string) => ['post', at(member, 'suspend')] as const],
    ['removing', (member: string) => ['delete', at(member)] as const],
  ])('%s each other at once leaves one owner', async (_, act) => {
    for (let round = 0; round < 4; round++) {
      const one = await anOwner()
      const [two, three] = [await aColleague(one, 'owner'), await aColleague(one, 'owner')]
      const ids = [await memberOf(one), two.member, three.member]
      const owners = [one, two, three]
      const answers = await Promise.all(
        owners.map((each, place) => {
          const [method, url, body] = act(ids[(place + 1) % 3] as string)
          return each[method](url, body)
        }),
      )
      expect(answers.every(({ status }) => status < 500)).toBe(true)
      const { db } = app()
      const left = await db.query({ pk: `T#${one.tenant}#member?role=owner&status=active` })
      expect(left.length).toBeGreaterThanOrEqual(1)
    }
  })

  it('can be added and removed by owners only', async () => {
    const owner = await anOwner()
    const admin = await aColleague(owner, 'admin')
    const other = await aColleague(owner, 'owner')
    const { member } = await invited(owner, 'owner')
    for (const refused of [
      await admin.post('/api/iam/members', { email: somebody().email, role: 'owner' }),
      await admin.patch(at(admin.member), { role: 'owner' }),
      await admin.patch(at(other.member), { role: 'viewer' }),
      await admin.post(at(other.member, 'suspend')),
      await admin.delete(at(other.member)),
      await admin.delete(at(member)),
    ]) {
      expect(codeOf(refused)).toEqual([403, 'SCOPE_MISSING'])
      expect(refused.body.detail).toContain('iam:owner:write')
    }
    expect((await admin.post('/api/iam/members', { email: somebody().email, role: 'admin' })).status).toBe(201)
    expect((await owner.patch(at(admin.member), { role: 'owner' })).status).toBe(200)
  })
})

describe('tenants', () => {
  it('can be created by any user, who becomes their owner', async () => {
    const person = await anOwner()
    const made = await person.post('/api/iam/tenants', { name: 'Second Engines' }, { 'idempotency-key': 'once' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ '@type': 'Tenant', name: 'Second Engines', role: 'owner' })
    const again = await person.post('/api/iam/tenants', { name: 'Second Engines' }, { 'idempotency-key': 'once' })
    expect(again.body.id).toBe(made.body.id)
    const { body } = await person.get('/api/iam/tenants?itemsPerPage=1')
    expect([body.totalItems, body.member[0].id]).toEqual([2, made.body.id])
    const there = await working(person, made.body.id)
    expect((await there.get('/api/iam/members')).body.totalItems).toBe(1)
  })

  it('can be left by any member, also a suspended one, except the only owner', async () => {
    const owner = await anOwner()
    const [viewer, suspended] = [await aColleague(owner, 'viewer'), await aColleague(owner, 'finance')]
    await owner.post(at(suspended.member, 'suspend'))
    const stranger = await anOwner()
    const leaving = `/api/iam/tenants/${owner.tenant}`
    expect(codeOf(await stranger.delete(leaving))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await owner.delete(leaving))).toEqual([409, 'OPERATION_NOT_ALLOWED'])
    expect((await viewer.delete(leaving)).status).toBe(204)
    expect((await viewer.get('/api/partner/partners')).status).toBe(401)
    expect((await (await refreshed(suspended)).delete(leaving)).status).toBe(204)
    expect((await owner.get('/api/iam/members')).body.totalItems).toBe(1)
  })

  it('cannot be selected by anyone who is not a member', async () => {
    const [person, stranger] = [await anOwner(), await anOwner()]
    expect(codeOf(await person.post('/api/iam/auth/select-tenant', { tenantId: stranger.tenant }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    expect((await refreshed(person)).claims.tid).toBe(person.tenant)
    await invited(stranger, 'viewer', person)
    expect((await person.post('/api/iam/auth/select-tenant', { tenantId: stranger.tenant })).status).toBe(404)
  })
})

// This runs last, since 100 mails would delay the other tests.
it('a repeated invitation request gets the same response, even if it was accepted in between', async () => {
  const owner = await anOwner()
  const { email } = await verified()
  const invite = () => owner.post('/api/iam/members', { email, role: 'viewer' }, { 'idempotency-key': email })
  const { db } = app()
  let first: Received | undefined
  const update: Table['update'] = async (change) => {
    if (!change.update.pk.endsWith('#idempotency') || first) return await db.update(change)
    useApp({ ...app(), db })
    first = await invite()
    await ask('accept-invitation', { token: (await invitationsOf(owner.tenant, email)).at(-1) })
    return await db.update(change)
  }
  useApp({ ...app(), db: { ...db, update } })
  const again = await invite()
  expect([again.status, again.body.id, again.headers['Idempotency-Replayed']]).toEqual([201, first?.body.id, 'true'])
})

it('invitations are limited to 100 an hour', async () => {
  laterBy(0)
  const owner = await anOwner()
  const statuses: number[] = []
  for (let i = 0; i < 102; i++)
    statuses.push((await owner.post('/api/iam/members', { email: `spam${i}@example.com`, role: 'viewer' })).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(100)
  expect(statuses.slice(100)).toEqual([429, 429])
})
