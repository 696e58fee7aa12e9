import { afterEach, describe, expect, test } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { aPartner } from '../support/builders.ts'
import { client, send } from '../support/client.ts'
import { useTickingClock } from '../support/ticking.ts'
import { drainEvents } from '../support/workers.ts'
import { aTenantOf, fill, listOf } from './members.ts'

const PATH = '/api/notification/notifications'
const MISSING = '01K9ZB3V5Q8W2E4R6T7Y1M0N9P'

/** Stops the clock, so that slow machines do not matter. */
const holdTime = () => {
  const now = new Date()
  useApp({ ...makeApp(readConfig()), clock: () => now })
}

afterEach(() => useApp(undefined))

describe("a member's notifications", () => {
  test('show a new partner with its name, bucket and subject', async () => {
    const [owner] = await aTenantOf(['owner'])
    const partner = await aPartner(owner, { name: 'Nordlicht' })
    await drainEvents()
    const { member, totalItems } = await listOf(owner)
    expect(totalItems).toBe(1)
    expect(member[0]).toEqual({
      '@context': '/api/docs/contexts/Notification',
      '@id': `${PATH}/${member[0].id}`,
      '@type': 'Notification',
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      type: 'operational',
      topic: 'partner.partner.created',
      title: 'New partner',
      message: 'Nordlicht was added as a partner.',
      priority: 'normal',
      eventId: expect.any(String),
      isRead: false,
      createdAt: expect.stringMatching(/Z$/),
      readAt: null,
      resourceId: partner.id,
      resourceType: 'partner',
      subject: `commerce:///partner/partners/${partner.id}`,
    })
    const alone = await owner.get(member[0]['@id'])
    expect(alone).toMatchObject({ status: 200, body: member[0], headers: { ETag: '"1"' } })
  })

  test('are listed newest first, ten on a page by default, filtered by type and isRead', async () => {
    useTickingClock()
    const [owner] = await aTenantOf(['owner'])
    for (let i = 0; i < 12; i++) await aPartner(owner, { name: `Partner ${i}` })
    await drainEvents()
    const first = await listOf(owner)
    expect(first.member).toHaveLength(10)
    expect(first.totalItems).toBe(12)
    expect(first.member[0].message).toContain('Partner 11')
    const second = await listOf(owner, '?limit=5&page=3')
    expect(second.member.map((each: { message: string }) => each.message)).toEqual([
      'Partner 1 was added as a partner.',
      'Partner 0 was added as a partner.',
    ])
    await owner.post(`${PATH}/${first.member[3].id}/read`)
    expect(await listOf(owner, '?isRead=true')).toMatchObject({ totalItems: 1, member: [{ id: first.member[3].id }] })
    expect(await listOf(owner, '?isRead=false&type=operational')).toMatchObject({ totalItems: 11 })
    expect(await listOf(owner, '?type=incident')).toMatchObject({ totalItems: 0, member: [] })
  })

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['page=0', 'page'],
    ['type=news', 'type'],
    ['isRead=perhaps', 'isRead'],
    ['itemsPerPage=5', 'itemsPerPage'],
  ])('%s is refused by name', async (query, propertyPath) => {
    const [owner] = await aTenantOf(['owner'])
    const { status, body } = await owner.get(`${PATH}?${query}`)
    expect(status).toBe(400)
    expect(body.violations).toEqual([{ propertyPath, message: expect.any(String) }])
  })

  test('have an unread count that equals the unread entries of the list', async () => {
    const [owner] = await aTenantOf(['owner'])
    await fill(owner, 3)
    const { member } = await listOf(owner)
    await owner.post(`${PATH}/${member[0].id}/read`)
    const { body } = await owner.get(`${PATH}/unread-count`)
    expect(body).toEqual({
      '@context': '/api/docs/contexts/UnreadCount',
      '@id': `${PATH}/unread-count`,
      '@type': 'UnreadCount',
      id: 'unread-count',
      count: 2,
    })
    expect((await listOf(owner, '?isRead=false')).totalItems).toBe(2)
  })

  test('keep the time of the first marking as read', async () => {
    const [owner] = await aTenantOf(['owner'])
    await fill(owner, 1)
    const [{ id }] = (await listOf(owner)).member
    expect(await owner.post(`${PATH}/${id}/read`)).toMatchObject({ status: 204, text: '' })
    const read = await owner.get(`${PATH}/${id}`)
    expect(read.body).toMatchObject({ isRead: true, readAt: expect.stringMatching(/Z$/) })
    expect((await owner.post(`${PATH}/${id}/read`)).status).toBe(204)
    expect((await owner.get(`${PATH}/${id}`)).body).toEqual(read.body)
  })

  test('are not marked as read if they have changed since they were read', async () => {
    const [owner] = await aTenantOf(['owner'])
    await fill(owner, 1)
    const [{ id }] = (await listOf(owner)).member
    const { headers } = await owner.get(`${PATH}/${id}`)
    const ifMatch = { 'if-match': headers.ETag as string }
    expect((await owner.post(`${PATH}/${id}/read`, undefined, ifMatch)).status).toBe(204)
    expect((await owner.post(`${PATH}/${id}/read`, undefined, ifMatch)).status).toBe(412)
  })

  test('can all be marked as read repeatedly, without affecting other members', async () => {
    const [owner, viewer] = await aTenantOf(['owner', 'viewer'])
    await fill(owner, 120)
    await fill(viewer, 3)
    holdTime()
    expect(await owner.post(`${PATH}/mark-all-read`)).toMatchObject({ status: 204, text: '' })
    expect((await owner.get(`${PATH}/unread-count`)).body.count).toBe(0)
    expect(await listOf(owner, '?isRead=true')).toMatchObject({ totalItems: 120 })
    expect((await listOf(owner, '?isRead=false')).member).toEqual([])
    expect((await viewer.get(`${PATH}/unread-count`)).body.count).toBe(3)
    expect((await owner.post(`${PATH}/mark-all-read`)).status).toBe(204)
  })

  test('answer 503 if there are too many to mark in one request, and the next one continues', async () => {
    const [owner] = await aTenantOf(['owner'])
    await fill(owner, 200)
    let calls = 0
    useApp({ ...makeApp(readConfig()), clock: () => new Date(Date.now() + (calls++ && 20_000)) })
    const unfinished = await send('POST', `${PATH}/mark-all-read`, {
      headers: { authorization: `Bearer ${owner.token}` },
      context: { getRemainingTimeInMillis: () => 15_000 },
    })
    expect(unfinished).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
    expect(unfinished.body.detail).toBe(
      'Not all notifications could be marked in one request. Send it again to mark the rest.',
    )
    holdTime()
    const { count } = (await owner.get(`${PATH}/unread-count`)).body
    expect(count).toBeGreaterThan(0)
    expect(count).toBeLessThan(200)
    expect((await owner.post(`${PATH}/mark-all-read`)).status).toBe(204)
    expect((await owner.get(`${PATH}/unread-count`)).body.count).toBe(0)
  })

  test('are counted once each if all and single ones are marked at the same time', async () => {
    const [owner] = await aTenantOf(['owner'])
    await fill(owner, 20)
    const { member } = await listOf(owner, '?limit=20')
    holdTime()
    const answers = await Promise.all([
      owner.post(`${PATH}/mark-all-read`),
      ...member.map(({ id }: { id: string }) => owner.post(`${PATH}/${id}/read`)),
      owner.post(`${PATH}/mark-all-read`),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect((await owner.get(`${PATH}/unread-count`)).body.count).toBe(0)
    expect(await listOf(owner, '?isRead=true')).toMatchObject({ totalItems: 20 })
  })

  test("answer for another member's notification as for a missing one", async () => {
    const [owner, viewer] = await aTenantOf(['owner', 'viewer'])
    await fill(owner, 1)
    const [{ id }] = (await listOf(owner)).member
    const ask = async (path: string, post: boolean) => {
      const { status, body } = await (post ? viewer.post(path) : viewer.get(path))
      return { status, body: { ...body, instance: undefined } }
    }
    for (const [suffix, post] of [
      ['', false],
      ['/read', true],
    ] as const) {
      const foreign = await ask(`${PATH}/${id}${suffix}`, post)
      expect(foreign.status).toBe(404)
      expect(foreign).toEqual(await ask(`${PATH}/${MISSING}${suffix}`, post))
    }
    expect((await owner.get(`${PATH}/${id}`)).body.isRead).toBe(false)
    const [elsewhere] = await aTenantOf(['owner'])
    expect((await elsewhere.get(`${PATH}/${id}`)).status).toBe(404)
  })

  test('cannot be read without a token', async () => {
    const nobody = client()
    const answers = await Promise.all([
      nobody.get(PATH),
      nobody.get(`${PATH}/unread-count`),
      nobody.get(`${PATH}/${MISSING}`),
      nobody.post(`${PATH}/${MISSING}/read`),
      nobody.post(`${PATH}/mark-all-read`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
  })
})
