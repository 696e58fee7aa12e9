import { beforeEach, describe, expect, test } from 'vitest'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { aCustodian, aPartner } from '../support/builders.ts'
import { aMember, client, type Member } from '../support/client.ts'
import { aColleague, anOwner, memberOf, signedIn, verified } from './people.ts'

beforeEach(() => useApp(undefined))

const can = (who: Pick<Member, 'post'>, scopes: string[], subject?: string) =>
  who.post('/api/auth/can', { scopes, ...(subject && { subject }) })

const verdict = async (who: Pick<Member, 'post'>, scope: string, subject?: string) =>
  (await can(who, [scope], subject)).body[scope]

const denied = (reason: string) => ({ allowed: false, reason })
const allowed = { allowed: true }
const custodianUri = (id: string) => `commerce:///warehousing/custodians/${id}`

describe('without a subject', () => {
  test('a scope is allowed to who holds it, one by one', async () => {
    const viewer = await aMember({ role: 'viewer' })
    const { status, body } = await can(viewer, ['partner:partner:read', 'partner:partner:write'])
    expect([status, body]).toEqual([
      200,
      { 'partner:partner:read': allowed, 'partner:partner:write': denied('scope not held') },
    ])
  })

  test('an action of a state needs the scope of its operation', async () => {
    const [owner, viewer] = [await aMember(), await aMember({ role: 'viewer' })]
    expect(await verdict(owner, 'warehousing:custodian:suspend')).toEqual(allowed)
    expect(await verdict(viewer, 'warehousing:custodian:suspend')).toEqual(denied('scope not held'))
  })

  test('a scope that nobody knows is denied, and a malformed one is refused', async () => {
    const owner = await aMember()
    for (const scope of ['warehousing:custodian:fly', 'nothing:of_the:kind', 'warehousing:custodian:constructor'])
      expect(await verdict(owner, scope)).toEqual(denied('unknown scope'))
    for (const scope of ['', 'x', 'a:b', 'a:b:c:d', 'A:b:c', 'a:b:', '__proto__', 'a:b:c\n', 'ä:b:c']) {
      const { status, body } = await can(owner, ['partner:partner:read', scope])
      expect([status, body.violations[0].propertyPath]).toEqual([400, 'scopes[1]'])
    }
  })

  test('one to fifty scopes are asked about at a time', async () => {
    const owner = await aMember()
    const [some, many] = [SCOPES.slice(0, 50), [...SCOPES, ...SCOPES].slice(0, 51)]
    expect(Object.keys((await can(owner, some)).body)).toHaveLength(Math.min(50, SCOPES.length))
    expect((await can(owner, many)).status).toBe(400)
    expect((await can(owner, [])).status).toBe(400)
  })

  test('who has selected no tenant may do nothing in one', async () => {
    const person = await verified()
    await (await signedIn(person)).post('/api/iam/tenants', { name: 'Second' })
    const undecided = await signedIn(person)
    expect(await verdict(undecided, 'partner:partner:read')).toEqual(denied('scope not held'))
    expect((await client().post('/api/auth/can', { scopes: ['a:b:c'] })).status).toBe(401)
  })
})

describe('about a custodian', () => {
  const asking = ['suspend', 'reactivate', 'disconnect', 'reconnect', 'read', 'write'].map(
    (action) => `warehousing:custodian:${action}`,
  )
  const allowedIn = async (who: Member, uri: string) =>
    Object.entries((await can(who, asking, uri)).body as Record<string, { allowed: boolean }>)
      .filter(([, each]) => each.allowed)
      .map(([scope]) => scope.split(':')[2])

  test('each state allows what its operations then do, and names itself where it does not', async () => {
    const owner = await aMember()
    const { id } = await aCustodian(owner, { connectionConfig: { apiKey: 'key' } })
    const uri = custodianUri(id)
    expect(await allowedIn(owner, uri)).toEqual(['suspend', 'disconnect', 'read', 'write'])
    expect(await verdict(owner, 'warehousing:custodian:reactivate', uri)).toEqual(denied('custodian is active'))
    await owner.post(`/api/warehousing/custodians/${id}/suspend`)
    expect(await allowedIn(owner, uri)).toEqual(['reactivate', 'disconnect', 'read', 'write'])
    expect(await verdict(owner, 'warehousing:custodian:suspend', uri)).toEqual(denied('custodian is suspended'))
    await owner.post(`/api/warehousing/custodians/${id}/disconnect`)
    expect(await allowedIn(owner, uri)).toEqual(['reconnect', 'read', 'write'])
    expect(await verdict(owner, 'warehousing:custodian:disconnect', uri)).toEqual(denied('custodian is disconnected'))
  })

  test('an internal one is never disconnected', async () => {
    const owner = await aMember()
    const { id } = await aCustodian(owner, { type: 'internal' })
    const answer = await owner.post(`/api/warehousing/custodians/${id}/disconnect`)
    expect(answer.status).toBe(409)
    expect(await verdict(owner, 'warehousing:custodian:disconnect', custodianUri(id))).toEqual(
      denied('custodian is internal'),
    )
  })

  test('who lacks the scope hears of that alone', async () => {
    const owner = await aMember()
    const { id } = await aCustodian(owner)
    const finance = await aMember({ tenant: owner.tenant, role: 'finance' })
    expect(await verdict(finance, 'warehousing:custodian:reactivate', custodianUri(id))).toEqual(
      denied('scope not held'),
    )
  })

  test('one of another tenant is as good as none', async () => {
    const [owner, stranger] = [await aMember(), await aMember()]
    const { id } = await aCustodian(stranger)
    const [foreign, missing] = [
      await can(owner, asking, custodianUri(id)),
      await can(owner, asking, custodianUri(newId(new Date()))),
    ]
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
    expect(foreign.body['warehousing:custodian:read']).toEqual(denied('subject not found'))
  })

  test('the state of one says nothing about other resources', async () => {
    const owner = await aMember()
    const { id } = await aCustodian(owner)
    await owner.post(`/api/warehousing/custodians/${id}/suspend`)
    expect(await verdict(owner, 'iam:member:suspend', custodianUri(id))).toEqual(allowed)
  })
})

describe('about other subjects', () => {
  test('partners have no states: the scope decides', async () => {
    const owner = await aMember()
    const { id } = await aPartner(owner)
    const uri = `commerce:///partner/partners/${id}`
    expect(await verdict(owner, 'partner:partner:write', uri)).toEqual(allowed)
    expect(await verdict(owner, 'partner:partner:suspend', uri)).toEqual(denied('unknown scope'))
  })

  test('members are suspended and reinstated by their states, and owners by owners alone', async () => {
    const owner = await anOwner()
    const admin = await aColleague(owner, 'admin')
    const viewer = await aColleague(owner, 'viewer')
    const uri = `commerce:///iam/members/${await memberOf(viewer)}`
    expect(await verdict(admin, 'iam:member:suspend', uri)).toEqual(allowed)
    expect(await verdict(admin, 'iam:member:reinstate', uri)).toEqual(denied('member is active'))
    const ownerUri = `commerce:///iam/members/${await memberOf(owner)}`
    expect(await verdict(admin, 'iam:member:suspend', ownerUri)).toEqual(denied('scope not held'))
    expect(await verdict(owner, 'iam:member:suspend', ownerUri)).toEqual(allowed)
  })

  test('a kind of resource that nobody knows has none, and what is no URI is refused', async () => {
    const owner = await aMember()
    const id = newId(new Date())
    for (const uri of [`commerce:///nothing/of-the-kind/${id}`, `commerce:///warehousing/custodians/${'x'.repeat(26)}`])
      expect(await verdict(owner, 'partner:partner:read', uri)).toEqual(denied('subject not found'))
    for (const subject of ['x', 'commerce:///', `https:///warehousing/custodians/${id}`, `commerce:///a/b/c/${id}`])
      expect((await owner.post('/api/auth/can', { scopes: ['a:b:c'], subject })).status).toBe(400)
    expect((await owner.post('/api/auth/can', { scopes: ['a:b:c'], subject: null })).status).toBe(200)
  })
})

test('a check that cannot be made is a 503 and no denial', async () => {
  const owner = await aMember()
  const { id } = await aCustodian(owner)
  const { db } = app()
  const get = () => Promise.reject(new Error('the table is gone'))
  useApp({ ...app(), db: { ...db, get } })
  const { status, body, headers } = await can(owner, ['warehousing:custodian:read'], custodianUri(id))
  expect([status, body.errorCode, headers['Retry-After']]).toEqual([503, 'UNAVAILABLE', '1'])
})
