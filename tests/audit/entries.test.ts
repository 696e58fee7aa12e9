import { describe, expect, it } from 'vitest'
import { listEntries } from '../../lib/audit/list-entries.ts'
import { app } from '../../lib/platform/app/app.ts'
import { aCustodian, anInvoice, aPartner } from '../support/builders.ts'
import { aMember, send } from '../support/client.ts'
import { entriesOf, hoursLater, itemsOf, sealed } from './trail.ts'

const CANARY = 'canary-7f3a'

describe('an entry', () => {
  it('says who did what to which resource, when, from where and what changed', async () => {
    const member = await aMember()
    const partner = await aPartner(member, { name: 'Nordlicht' })
    await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Südlicht' })
    const [changed, created] = await entriesOf(member, `resourceId=${partner.id}`)
    expect(created).toMatchObject({
      actorType: 'person',
      actorId: member.identity,
      address: '203.0.113.7',
      operation: 'POST /api/partner/partners',
      action: 'create',
      resourceType: 'partner',
      resourceId: partner.id,
      revision: 1,
      occurredAt: partner.createdAt,
      isErased: false,
    })
    expect(changed).toMatchObject({
      action: 'update',
      revision: 2,
      changes: [{ field: 'name', before: '"Nordlicht"', after: '"Südlicht"', isCut: false }],
    })
    expect(changed?.requestId).toMatch(/^\w{8,}/)
    const single = await member.get(`/api/audit/entries/${changed?.id}`)
    expect(single.body).toMatchObject(changed as object)
  })

  it('exists in the same transaction: a request that is refused leaves none', async () => {
    const member = await aMember()
    const partner = await aPartner(member)
    const before = (await itemsOf(member)).length
    const stale = await member.patch(`/api/partner/partners/${partner.id}`, { name: 'Late' }, { 'if-match': '"7"' })
    expect(stale.status).toBe(412)
    expect(await itemsOf(member)).toHaveLength(before)
  })

  it('is one item for all resources that a transaction changes', async () => {
    const member = await aMember()
    const { id: partnerId } = await aPartner(member)
    const before = (await itemsOf(member)).length
    await anInvoice(member, { partnerId })
    const added = (await itemsOf(member)).slice(before)
    expect(added).toHaveLength(1)
    expect(
      JSON.parse(added[0]?.body as string)
        .entries.map(({ type }: { type: string }) => type)
        .sort(),
    ).toEqual(['invoice', 'invoice-lines'])
  })

  it('holds no secret', async () => {
    const member = await aMember()
    await aCustodian(member, {
      type: 'fulfilment_api_a',
      enabledCapabilities: ['list_inventory'],
      connectionConfig: { accessToken: CANARY, channelId: '17' },
    })
    const settings = [{ key: 'notifications.webhookSecret', value: CANARY }]
    expect((await member.put('/api/configuration/settings/bulk', { settings })).status).toBe(204)
    const [setting] = await entriesOf(member, 'resourceType=setting')
    expect(setting?.changes).toMatchObject([{ field: 'notifications.webhookSecret', after: '"********"' }])
    expect(JSON.stringify(await itemsOf(member))).not.toContain(CANARY)
  })

  it('is made for a key with one answer only once', async () => {
    const member = await aMember()
    const key = { 'idempotency-key': 'once' }
    await member.post('/api/partner/partners', { name: 'Once' }, key)
    await member.post('/api/partner/partners', { name: 'Once' }, key)
    expect(await itemsOf(member)).toHaveLength(1)
  })
})

describe('the list', () => {
  it('filters by type, resource, actor, action and time, before and after the hour is sealed', async () => {
    const { tenant } = await aMember()
    const past = await hoursLater(-3, async () => {
      const [member, other] = [await aMember({ tenant }), await aMember({ tenant, role: 'admin' })]
      const [partner, second] = [await aPartner(member), await aPartner(other)]
      await other.patch(`/api/partner/partners/${partner.id}`, { name: 'New' })
      return { actorId: other.identity, partner, second }
    })
    const { actorId, partner, second } = past
    const reader = await aMember({ tenant })
    const look = async () => ({
      resource: (await entriesOf(reader, `resourceId=${partner.id}`)).map(({ action }) => action),
      actor: (await entriesOf(reader, `actorId=${actorId}`)).map(({ resourceId }) => resourceId),
      action: (await entriesOf(reader, 'action=create')).map(({ resourceId }) => resourceId),
      both: (await entriesOf(reader, `actorId=${actorId}&resourceId=${partner.id}`)).length,
      type: (await entriesOf(reader, 'resourceType=partner')).length,
      from: (await entriesOf(reader, 'resourceType=partner&from=2099-01-01T00:00:00Z')).length,
      to: (await entriesOf(reader, `resourceType=partner&to=${partner.createdAt}`)).length,
    })
    const expected = {
      resource: ['update', 'create'],
      actor: [partner.id, second.id],
      action: [second.id, partner.id],
      both: 1,
      type: 3,
      from: 0,
      to: 0,
    }
    expect(await look()).toEqual(expected)
    expect(await sealed(reader, 0)).toBe(1)
    expect(await look()).toEqual(expected)
    await reader.patch(`/api/partner/partners/${partner.id}`, { name: 'Newer' })
    expect((await look()).resource).toEqual(['update', 'update', 'create'])
  })

  it('pages through everything once, and continues after a page without matches', async () => {
    const member = await aMember()
    const ids: string[] = []
    for (let count = 0; count < 7; count++) ids.unshift((await aPartner(member)).id)
    const found = await entriesOf(member, 'resourceType=partner&limit=2')
    expect(found.map(({ resourceId }) => resourceId).toSorted()).toEqual(ids.toSorted())
    // Several of them may be of the same millisecond, within which they have no order.
    const times = found.map(({ occurredAt }) => occurredAt)
    expect(times).toEqual(times.toSorted().toReversed())
    const oldest = { resourceId: ids.at(-1), actorId: undefined }
    const first = await listEntries(app().db, member.tenant, { resourceType: 'settlement' }, 2, 3)
    expect(first).toMatchObject({ member: [], nextCursor: null })
    expect((await listEntries(app().db, member.tenant, oldest, 5, 1)).member).toHaveLength(1)
  })

  it('contains nothing before there were ids', async () => {
    const member = await aMember()
    await aPartner(member)
    for (const early of ['1969-12-31T23:59:59Z', '0000-01-01T00:00:00Z']) {
      expect(await entriesOf(member, `resourceType=partner&from=${early}`)).toHaveLength(1)
      expect(await entriesOf(member, `resourceType=partner&to=${early}`)).toEqual([])
    }
  })

  it('refuses a filter that cannot be', async () => {
    const member = await aMember()
    const { status, body } = await member.get('/api/audit/entries?action=dance&from=noon&limit=0&resourceType=A%20B')
    expect(status).toBe(400)
    expect(body.violations).toHaveLength(4)
  })

  it('belongs to owners and administrators of its tenant', async () => {
    const member = await aMember()
    const partner = await aPartner(member)
    const [{ id }] = (await entriesOf(member, `resourceId=${partner.id}`)) as [{ id: string }]
    for (const role of ['finance', 'operations', 'viewer'] as const)
      expect((await (await aMember({ tenant: member.tenant, role })).get('/api/audit/entries')).status).toBe(403)
    const admin = await aMember({ tenant: member.tenant, role: 'admin' })
    expect((await admin.get(`/api/audit/entries/${id}`)).status).toBe(200)
    const stranger = await aMember()
    expect((await stranger.get(`/api/audit/entries/${id}`)).status).toBe(404)
    expect(await entriesOf(stranger, `resourceId=${partner.id}`)).toEqual([])
    expect((await stranger.get('/api/audit/entries/export')).text).not.toContain(`"resourceId":"${partner.id}"`)
  })
})

describe('reading the trail', () => {
  it('is recorded with its filters, and so is exporting it', async () => {
    const member = await aMember()
    const { id } = await aPartner(member)
    await member.get(`/api/audit/entries?resourceId=${id}`)
    const { status, text, headers } = await member.get('/api/audit/entries/export?resourceType=partner')
    expect(status).toBe(200)
    expect(headers['Content-Type']).toBe('application/jsonl')
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).resourceId),
    ).toEqual([id])
    const readings = await entriesOf(member, 'resourceType=audit-entry&limit=10')
    expect(readings.slice(0, 2)).toMatchObject([
      { action: 'export', actorId: member.identity, changes: [{ field: 'resourceType', after: '"partner"' }] },
      { action: 'read', actorId: member.identity, changes: [{ field: 'resourceId' }] },
    ])
  })

  it('is not possible with HEAD, which would leave no entry', async () => {
    const member = await aMember()
    const { status } = await send('HEAD', '/api/audit/entries', {
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(status).toBe(405)
  })
})

describe('what somebody has sent to a webhook endpoint', () => {
  it('is recorded: test events and replays, but no dry runs', async () => {
    const member = await aMember()
    const { body: endpoint } = await member.post('/api/notification/webhook-endpoints', {
      ...{ name: 'ERP', url: 'https://erp.example.com/hooks', topics: null },
    })
    const path = `/api/notification/webhook-endpoints/${endpoint.id}`
    const { body: delivery } = await member.post(`${path}/test`, { topic: 'partner.partner.created' })
    const since = '2026-01-01T00:00:00.000Z'
    expect((await member.post(`${path}/replay`, { since, isDryRun: true })).status).toBe(200)
    expect((await member.post(`${path}/replay`, { since })).status).toBe(200)
    const [replay, test, ...rest] = await entriesOf(member, `resourceId=${endpoint.id}`)
    expect(rest).toMatchObject([{ action: 'create' }])
    expect(replay).toMatchObject({ action: 'replay', resourceType: 'webhook-endpoint', actorId: member.identity })
    expect(replay?.changes).toContainEqual({ field: 'since', before: null, after: `"${since}"`, isCut: false })
    expect(test).toMatchObject({ action: 'test', resourceType: 'webhook-endpoint', actorId: member.identity })
    expect(test?.changes).toContainEqual({
      ...{ field: 'deliveryId', before: null, after: `"${delivery.id}"`, isCut: false },
    })
  })
})
