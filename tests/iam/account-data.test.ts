import { beforeEach, describe, expect, it } from 'vitest'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { newId } from '../../lib/platform/id.ts'
import { entriesOf, sealed } from '../audit/trail.ts'
import { aColleague, anOwner, laterBy, memberOf, type Owner, refreshed } from './people.ts'
import { joined } from './satellites.ts'
import { actingAs, aKeyedAccount } from './service-accounts/service-accounts.ts'

const DATA = '/api/iam/account/data'

beforeEach(() => useApp(undefined))

type Reader = Pick<Owner, 'get'>
interface Entry {
  id: string
  action: string
  actorId: string | null
  address: string | null
  resourceType: string
  resourceId: string | null
  changes: { field: string }[]
}

const outcome = ({ status, body }: { status: number; body: { errorCode?: string } }) => [status, body.errorCode]

/** Reads all pages of what a tenant's trail holds of the caller. */
const entriesFor = async (who: Reader, tenant: string, limit = 100) => {
  const entries: Entry[] = []
  for (let cursor = ''; ; ) {
    const { status, body, text } = await who.get(`${DATA}/${tenant}?limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(status, text).toBe(200)
    entries.push(...body.auditEntries)
    if (body.nextCursor === null) return entries
    cursor = body.nextCursor
  }
}

/** An admin who made a partner, and whose role the owner changed. */
const aChangedAdmin = async () => {
  const owner = await anOwner()
  const admin = await aColleague(owner, 'admin')
  const { body: partner } = await admin.post('/api/partner/partners', { name: 'Nordlicht' })
  await owner.post('/api/partner/partners', { name: 'Of the owner' })
  await owner.patch(`/api/iam/members/${admin.member}`, { role: 'finance' })
  return { owner, admin: { ...admin, ...(await refreshed(admin)) }, partner }
}

describe('the data of an account', () => {
  it('is what is stored of its person, but no credential', async () => {
    const owner = await anOwner()
    const { status, body, text } = await owner.get(DATA)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      ...{ '@type': 'AccountData', '@id': DATA, id: owner.claims.sub, email: owner.email, formerEmail: null },
      tenants: [{ tenantId: owner.tenant, memberId: await memberOf(owner), role: 'owner', status: 'active' }],
      sessions: [{ id: owner.claims.sid, current: true }],
      ...{ factors: [], externalAccounts: [], pushSubscriptions: [] },
    })
    expect(body.emailVerifiedAt).toEqual(expect.any(String))
    for (const known of [body.knownDevices, body.knownAddresses])
      expect(known).toContainEqual({ lastSignInAt: body.sessions[0].startedAt })
    expect(text).not.toMatch(/hash|secret|token/i)
  })

  it('is for the person with a recent proof only', async () => {
    const owner = await anOwner()
    const program = await actingAs(await aKeyedAccount(owner))
    const satellite = await joined(owner)
    const reads = (who: Reader) => [DATA, `${DATA}/${owner.tenant}`].map(async (path) => outcome(await who.get(path)))
    expect(await Promise.all(reads(program))).toEqual(Array(2).fill([403, 'PERSON_REQUIRED']))
    const { get } = satellite
    expect(await Promise.all(reads({ get }))).toEqual(Array(2).fill([403, 'STEP_UP_REQUIRED']))
    laterBy(301)
    const stale = await refreshed(owner)
    expect(await Promise.all(reads(stale))).toEqual(Array(2).fill([403, 'STEP_UP_REQUIRED']))
  })
})

describe('the data that a tenant holds of a person', () => {
  it('has the membership, preferences and watches', async () => {
    const owner = await anOwner()
    await owner.post('/api/notification/watches', { topic: 'partner.partner.created' })
    const { body } = await owner.get(`${DATA}/${owner.tenant}`)
    expect(body).toMatchObject({
      ...{ '@type': 'TenantAccountData', tenantId: owner.tenant, role: 'owner', status: 'active' },
      preferences: { userId: owner.claims.sub },
      watches: [{ topic: 'partner.partner.created', subject: null }],
    })
  })

  it('has the entries by and about the person, and neither the data of the tenant nor of others', async () => {
    const { owner, admin, partner } = await aChangedAdmin()
    const entries = await entriesFor(admin, owner.tenant)
    expect(entries.find(({ resourceId }) => resourceId === partner.id)).toMatchObject({
      ...{ action: 'create', actorId: admin.claims.sub, changes: [] },
      address: expect.any(String),
    })
    const changed = entries.find(({ resourceId, action }) => resourceId === admin.member && action === 'update')
    expect(changed).toBeDefined()
    expect(entries.some(({ action }) => action === 'sign_in')).toBe(true)
    const ofRole = entries.filter(({ changes }) => changes.some(({ field }) => field === 'role'))
    expect(ofRole[0]).toMatchObject({ resourceId: admin.member, actorId: null, address: null })
    expect(JSON.stringify(entries)).not.toContain(owner.claims.sub)
    expect(JSON.stringify(entries)).not.toContain('Of the owner')
  })

  it('is complete over pages of any size, before and after its hour is sealed', async () => {
    const { owner, admin } = await aChangedAdmin()
    const all = await entriesFor(admin, owner.tenant)
    const paged = await entriesFor(admin, owner.tenant, 2)
    const idsOf = (entries: Entry[]) => entries.map(({ id }) => id)
    // Each reading adds an entry; pages go on from where they began.
    expect(idsOf(paged).slice(-all.length)).toEqual(idsOf(all))
    expect(new Set(idsOf(paged)).size).toBe(paged.length)
    await sealed(owner)
    expect(idsOf(await entriesFor(admin, owner.tenant, 3)).slice(-all.length)).toEqual(idsOf(all))
  })

  it('can be read after the person has left, and by nobody who was never there', async () => {
    const { owner, admin } = await aChangedAdmin()
    expect((await owner.delete(`/api/iam/members/${admin.member}`)).status).toBe(204)
    const after = await refreshed(admin)
    const { status, body } = await after.get(`${DATA}/${owner.tenant}`)
    expect([status, body.status, body.memberId]).toEqual([200, 'left', admin.member])
    expect(body.auditEntries.length).toBeGreaterThan(2)
    const stranger = await anOwner()
    expect((await stranger.get(`${DATA}/${owner.tenant}`)).status).toBe(404)
    expect((await stranger.get(`${DATA}/${newId(app().clock())}`)).status).toBe(404)
  })

  it('is read with an entry that says so', async () => {
    const owner = await anOwner()
    await owner.get(`${DATA}/${owner.tenant}`)
    const [entry] = await entriesOf(owner, 'resourceType=audit-entry&action=read')
    expect(entry).toMatchObject({
      ...{ actorId: owner.claims.sub, resourceId: owner.claims.sub },
      operation: 'GET /api/iam/account/data/{tenantId}',
    })
  })
})
