import { describe, expect, onTestFinished, test } from 'vitest'
import { eraseChoices } from '../../lib/notification/preferences/erase-choices.ts'
import { findPushSubscriptions } from '../../lib/notification/push-subscriptions/push-store.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { aPushSubscription } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { useTickingClock } from '../support/ticking.ts'

const PATH = '/api/notification/push-subscriptions'
const addressed = (endpoint: string) => `${PATH}?endpoint=${encodeURIComponent(endpoint)}`
const endpointsOf = async (member: Member) =>
  (await findPushSubscriptions(app().db, member.identity, new Date())).map(({ endpoint }) => endpoint)

describe('a registered browser', () => {
  test('can be registered, listed without its keys, and removed', async () => {
    const member = await aMember()
    const given = aPushSubscription({ userAgent: 'Firefox on Windows' })
    const { status, body, text } = await member.post(PATH, given)
    expect(status).toBe(201)
    expect(body).toEqual({
      '@context': '/api/docs/contexts/PushSubscription',
      '@id': `${PATH}/${body.id}`,
      '@type': 'PushSubscription',
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      userId: member.identity,
      userAgent: 'Firefox on Windows',
      createdAt: expect.stringMatching(/Z$/),
      expiresAt: null,
    })
    for (const secret of [given.endpoint, given.p256dhKey, given.authKey]) expect(text).not.toContain(secret)
    expect((await member.get(PATH)).body).toMatchObject({ totalItems: 1, member: [body] })
    expect((await member.delete(addressed(given.endpoint))).status).toBe(204)
    expect((await member.get(PATH)).body).toMatchObject({ totalItems: 0, member: [] })
    expect((await member.delete(addressed(given.endpoint))).status).toBe(404)
  })

  test('gets its new keys and keeps its id if it registers again', async () => {
    const member = await aMember()
    const given = aPushSubscription({ userAgent: 'Firefox' })
    const first = await member.post(PATH, given)
    const again = { ...aPushSubscription(), endpoint: given.endpoint }
    const second = await member.post(PATH, again)
    expect(second.status).toBe(200)
    expect(second.body).toEqual({ ...first.body, userAgent: null })
    expect(await findPushSubscriptions(app().db, member.identity, new Date())).toMatchObject([
      { p256dhKey: again.p256dhKey, authKey: again.authKey },
    ])
  })

  test('is stored once for concurrent registrations', async () => {
    const member = await aMember()
    const given = aPushSubscription()
    const answers = await Promise.all([1, 2, 3, 4].map(() => member.post(PATH, given)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(await endpointsOf(member)).toEqual([given.endpoint])
  })

  test('belongs to the user who registered it last, also for concurrent registrations', async () => {
    const [first, second] = [await aMember(), await aMember()]
    const given = aPushSubscription()
    expect((await first.post(PATH, given)).status).toBe(201)
    expect((await second.post(PATH, given)).status).toBe(201)
    expect([await endpointsOf(first), await endpointsOf(second)]).toEqual([[], [given.endpoint]])
    expect((await first.delete(addressed(given.endpoint))).status).toBe(404)
    const shared = aPushSubscription()
    await Promise.all([first, second, first, second].map((member) => member.post(PATH, shared)))
    const owners = await Promise.all([first, second].map(endpointsOf))
    expect(owners.flat().filter((endpoint) => endpoint === shared.endpoint)).toHaveLength(1)
  })

  test('is not listed after it has expired', async () => {
    const member = await aMember()
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    await member.post(PATH, aPushSubscription({ expiresAt }))
    expect(await findPushSubscriptions(app().db, member.identity, new Date())).toHaveLength(1)
    expect(await findPushSubscriptions(app().db, member.identity, new Date(expiresAt))).toEqual([])
  })

  test('is removed if there are twenty newer ones', async () => {
    onTestFinished(() => useApp(undefined))
    useTickingClock()
    const member = await aMember()
    const made = Array.from({ length: 22 }, () => aPushSubscription())
    for (const each of made) await member.post(PATH, each)
    expect((await endpointsOf(member)).sort()).toEqual(
      made
        .slice(2)
        .map(({ endpoint }) => endpoint)
        .sort(),
    )
    expect((await member.get(`${PATH}?itemsPerPage=15&page=2`)).body).toMatchObject({ totalItems: 20 })
    const other = await aMember()
    expect((await other.post(PATH, made[0])).status).toBe(201)
  })

  test('is removed with its account, unless another user has registered it since', async () => {
    const [leaving, staying] = [await aMember(), await aMember()]
    const [own, passedOn] = [aPushSubscription(), aPushSubscription()]
    for (const each of [own, passedOn]) await leaving.post(PATH, each)
    await staying.post(PATH, passedOn)
    for (let again = 0; again < 2; again++)
      await eraseChoices(app(), { identity: leaving.identity, tenants: [leaving.tenant], emailDigests: [] })
    expect([await endpointsOf(leaving), await endpointsOf(staying)]).toEqual([[], [passedOn.endpoint]])
    expect((await staying.delete(addressed(passedOn.endpoint))).status).toBe(204)
  })

  test.each([
    'http://push.example.com/send/1',
    'https://localhost/send/1',
    'https://push.internal/send/1',
    'https://intranet/send/1',
    'https://127.0.0.1/send/1',
    'https://10.1.2.3/send/1',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f.1/send/1',
    'https://[::1]/send/1',
    'https://[::ffff:10.0.0.1]/send/1',
    'https://kim:secret@push.example.com/send/1',
    'ftp://push.example.com/send/1',
    'no address',
  ])('is not looked for at %s', async (endpoint) => {
    const { status, body } = await (await aMember()).post(PATH, aPushSubscription({ endpoint }))
    expect(status).toBe(400)
    expect(body.violations).toEqual([{ propertyPath: 'endpoint', message: 'must be a public https URL' }])
  })

  test.each([
    ['p256dhKey', Buffer.alloc(65, 4).toString('base64url')],
    ['p256dhKey', Buffer.alloc(64, 4).toString('base64url')],
    ['authKey', Buffer.alloc(15).toString('base64url')],
    ['authKey', 'not base64url at all!!'],
    ['expiresAt', '2020-01-01T00:00:00Z'],
    ['userAgent', 'x'.repeat(501)],
  ])('with a wrong %s is refused by name', async (propertyPath, value) => {
    const { status, body } = await (await aMember()).post(PATH, aPushSubscription({ [propertyPath]: value }))
    expect(status).toBe(400)
    expect(body.violations).toEqual([{ propertyPath, message: expect.any(String) }])
  })
})
