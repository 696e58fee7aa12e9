import { beforeEach, describe, expect, test } from 'vitest'
import { SCOPES } from '../../lib/platform/access/scopes.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { aCustodian, anInvoice, aPartner } from '../support/builders.ts'
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

describe('ability checks without a subject', () => {
  test('allows each scope that the caller has', async () => {
    const viewer = await aMember({ role: 'viewer' })
    const { status, body } = await can(viewer, ['partner:partner:read', 'partner:partner:write'])
    expect([status, body]).toEqual([
      200,
      { 'partner:partner:read': allowed, 'partner:partner:write': denied('scope not held') },
    ])
  })

  test('requires the scope of the operation for a state action', async () => {
    const [owner, viewer] = [await aMember(), await aMember({ role: 'viewer' })]
    expect(await verdict(owner, 'warehousing:custodian:suspend')).toEqual(allowed)
    expect(await verdict(viewer, 'warehousing:custodian:suspend')).toEqual(denied('scope not held'))
  })

  test('denies an unknown scope and rejects a malformed one', async () => {
    const owner = await aMember()
    for (const scope of ['warehousing:custodian:fly', 'nothing:of_the:kind', 'warehousing:custodian:constructor'])
      expect(await verdict(owner, scope)).toEqual(denied('unknown scope'))
    for (const scope of ['', 'x', 'a:b', 'a:b:c:d', 'A:b:c', 'a:b:', '__proto__', 'a:b:c\n', 'ä:b:c']) {
      const { status, body } = await can(owner, ['partner:partner:read', scope])
      expect([status, body.violations[0].propertyPath]).toEqual([400, 'scopes[1]'])
    }
  })

  test('accepts 1 to 50 scopes', async () => {
    const owner = await aMember()
    const [some, many] = [SCOPES.slice(0, 50), [...SCOPES, ...SCOPES].slice(0, 51)]
    expect(Object.keys((await can(owner, some)).body)).toHaveLength(Math.min(50, SCOPES.length))
    expect((await can(owner, many)).status).toBe(400)
    expect((await can(owner, [])).status).toBe(400)
  })

  test('denies every tenant scope until a tenant is selected', async () => {
    const person = await verified()
    await (await signedIn(person)).post('/api/iam/tenants', { name: 'Second' })
    const undecided = await signedIn(person)
    expect(await verdict(undecided, 'partner:partner:read')).toEqual(denied('scope not held'))
    expect((await client().post('/api/auth/can', { scopes: ['a:b:c'] })).status).toBe(401)
  })
})

describe('ability checks on a custodian', () => {
  const asking = ['suspend', 'reactivate', 'disconnect', 'reconnect', 'read', 'write'].map(
    (action) => `warehousing:custodian:${action}`,
  )
  const allowedIn = async (who: Member, uri: string) =>
    Object.entries((await can(who, asking, uri)).body as Record<string, { allowed: boolean }>)
      .filter(([, each]) => each.allowed)
      .map(([scope]) => scope.split(':')[2])

  test('allow exactly the operations of each state and name the state in a denial', async () => {
    const owner = await aMember()
    const { id } = await aCustodian(owner, { connectionConfig: { apiKey: 'key' } })
    const uri = custodianUri(id)
    expect(await allowedIn(owner, uri)).toEqual(['suspend', 'disconnect', 'read', 'write'])
    expect(await verdict(owner, 'warehousing:custodian:reactivate', uri)).toEqual(denied('custodian is active'))
    await owner.post(`/api/warehousing/custodians/${id}/suspend`)
    expect(await allowedIn(owner, uri)).toEqual(['reactivate', 'disconnect', 'read', 'write'])
    expect(await verdict(owner, 'warehousing:custodian:suspend', uri)).toEqual(denied('custodian is suspended'))
    await owner.post(`/api/warehousing/custodians/${id}/disconnect`)
    expect(await allowedIn(owner, uri)).toEqual(['disconnect', 'reconnect', 'read', 'write'])
    expect(await verdict(owner, 'warehousing:custodian:reactivate', uri)).toEqual(denied('custodian is disconnected'))
  })

  test('deny disconnecting an internal custodian', async () => {
    const owner = await aMember()
    const { id } = await aCustodian(owner, { type: 'internal' })
    const answer = await owner.post(`/api/warehousing/custodians/${id}/disconnect`)
    expect(answer.status).toBe(409)
    expect(await verdict(owner, 'warehousing:custodian:disconnect', custodianUri(id))).toEqual(
      denied('custodian is internal'),
    )
  })

  test('report only the missing scope to callers without it', async () => {
    const owner = await aMember()
    const { id } = await aCustodian(owner)
    const finance = await aMember({ tenant: owner.tenant, role: 'finance' })
    expect(await verdict(finance, 'warehousing:custodian:reactivate', custodianUri(id))).toEqual(
      denied('scope not held'),
    )
  })

  test("answer for another tenant's custodian as for a missing one", async () => {
    const [owner, stranger] = [await aMember(), await aMember()]
    const { id } = await aCustodian(stranger)
    const [foreign, missing] = [
      await can(owner, asking, custodianUri(id)),
      await can(owner, asking, custodianUri(newId(new Date()))),
    ]
    expect([foreign.status, foreign.body]).toEqual([missing.status, missing.body])
    expect(foreign.body['warehousing:custodian:read']).toEqual(denied('subject not found'))
  })

  test('apply the state to that custodian only', async () => {
    const owner = await aMember()
    const { id } = await aCustodian(owner)
    await owner.post(`/api/warehousing/custodians/${id}/suspend`)
    expect(await verdict(owner, 'iam:member:suspend', custodianUri(id))).toEqual(allowed)
  })
})

describe('ability checks on other subjects', () => {
  test('decide by scope alone for partners', async () => {
    const owner = await aMember()
    const { id } = await aPartner(owner)
    const uri = `commerce:///partner/partners/${id}`
    expect(await verdict(owner, 'partner:partner:write', uri)).toEqual(allowed)
    expect(await verdict(owner, 'partner:partner:suspend', uri)).toEqual(denied('unknown scope'))
  })

  test('know no actions for what only the platform does', async () => {
    const owner = await aMember()
    const uri = `commerce:///billing/invoices/${(await anInvoice(owner, { issueImmediately: true })).id}`
    expect(await verdict(owner, 'billing:invoice:cancel', uri)).toEqual(allowed)
    for (const action of ['fall_due', 'reopen'])
      expect(await verdict(owner, `billing:invoice:${action}`, uri)).toEqual(denied('unknown scope'))
  })

  test('decide by state for members, and reserve owners to owners', async () => {
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

  test('reject text that is no URI of a kind of resource that exists', async () => {
    const owner = await aMember()
    const id = newId(new Date())
    for (const subject of [
      'x',
      'commerce:///',
      `https:///warehousing/custodians/${id}`,
      `commerce:///a/b/c/${id}`,
      `commerce:///nothing/of-the-kind/${id}`,
      `commerce:///warehousing/custodians/${'x'.repeat(26)}`,
      `commerce:///warehousing/custodians/${id}/nothing/${id}`,
    ]) {
      const { status, body } = await owner.post('/api/auth/can', { scopes: ['a:b:c'], subject })
      expect([status, body.violations]).toEqual([400, [{ propertyPath: 'subject', message: expect.any(String) }]])
    }
    expect((await owner.post('/api/auth/can', { scopes: ['a:b:c'], subject: null })).status).toBe(200)
  })
})

test('a check that fails answers 503 instead of a denial', async () => {
  const owner = await aMember()
  const { id } = await aCustodian(owner)
  const { db } = app()
  const get = () => Promise.reject(new Error('the table is gone'))
  useApp({ ...app(), db: { ...db, get } })
  const { status, body, headers } = await can(owner, ['warehousing:custodian:read'], custodianUri(id))
  expect([status, body.errorCode, headers['Retry-After']]).toEqual([503, 'UNAVAILABLE', '1'])
})
