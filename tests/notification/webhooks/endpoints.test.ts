import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { app, useApp } from '../../../lib/platform/app/app.ts'
import { readState } from '../../generated/state.ts'
import { aPartner } from '../../support/builders.ts'
import type { Member } from '../../support/client.ts'
import { startReceiver } from '../../support/receiver.ts'
import { drainEvents } from '../../support/workers.ts'
import { aTenantOf } from '../members.ts'
import { anEndpoint, DAY, deliveriesOf, deliveryOf, ENDPOINTS, HOUR, passBy, publicUrl, receiveAt } from './hooks.ts'

const receiver = await startReceiver()
afterAll(receiver.stop)
beforeEach(() => receiveAt(receiver))

const verify = (secret: string, index: number) => {
  const { body, headers } = receiver.at('/hook')[index] ?? {}
  return new Webhook(secret).verify(String(body), headers as Record<string, string>)
}
const setSettings = (owner: Member, values: Record<string, unknown>) =>
  owner.put('/api/configuration/settings/bulk', {
    settings: Object.entries(values).map(([key, value]) => ({ key: `notifications.${key}`, value })),
  })
const enableTopic = (owner: Member) =>
  owner.patch('/api/notification/policy', {
    entries: [{ type: 'partner.partner.created', channel: 'webhook', enabled: true }],
  })
/** As in production: without private addresses. */
const beStrict = () => useApp({ ...app(), config: { ...app().config, outboundAllowPrivate: false } })

describe('an endpoint', () => {
  test('is refused with all violations', async () => {
    const [owner] = await aTenantOf(['owner'])
    beStrict()
    const { status, body } = await owner.post(ENDPOINTS, {
      name: 'Order management',
      url: 'https://169.254.169.254/latest',
      topics: ['iam.identity.*', 'nothing.*', 'partner.*', 'partner.*'],
      conditions: [{ rules: [{ field: 'subject', operator: 'in', value: ' , ' }] }],
      headers: [
        { name: 'Webhook-Id', value: 'x' },
        { name: 'X-Key', isSecret: true },
      ],
    })
    expect(status).toBe(400)
    expect(body.violations.map(({ propertyPath }: { propertyPath: string }) => propertyPath)).toEqual([
      'url',
      'topics[0]',
      'topics[1]',
      'conditions[0].rules[0].value',
      'headers[0].name',
      'headers[1].value',
    ])
  })

  test.each([
    'https://user:password@hooks.example.com/',
    'http://hooks.example.com/',
    'https://[::ffff:10.0.0.1]/',
    'https://127.0.0.1/',
    'https://hooks.example.com:5432/',
  ])('cannot have the URL %s', async (url) => {
    const [owner] = await aTenantOf(['owner'])
    beStrict()
    const { status, body } = await owner.post(ENDPOINTS, { name: 'Order management', url, topics: ['*'] })
    expect([status, body.violations?.[0]?.propertyPath]).toEqual([400, 'url'])
  })

  test('is created twenty times at most, even at once', async () => {
    const [owner] = await aTenantOf(['owner'])
    const statuses: number[] = []
    const create = async () =>
      statuses.push((await owner.post(ENDPOINTS, { name: 'One', url: publicUrl('/hook'), topics: ['*'] })).status)
    for (let each = 0; each < 18; each++) await create()
    await Promise.all([create(), create(), create(), create()])
    expect(statuses.sort()).toEqual([...Array(20).fill(201), 409, 409])
    const { member, totalItems } = (await owner.get(ENDPOINTS)).body
    expect(totalItems).toBe(20)
    expect((await owner.delete(`${ENDPOINTS}/${member[0].id}`)).status).toBe(204)
    await create()
    expect(statuses.at(-1)).toBe(201)
  })

  test('is of its tenant only, and viewers cannot change it', async () => {
    const [owner, viewer] = await aTenantOf(['owner', 'viewer'])
    const { id } = await anEndpoint(owner)
    const [stranger] = await aTenantOf(['owner'])
    for (const path of ['', '/deliveries']) expect((await stranger.get(`${ENDPOINTS}/${id}${path}`)).status).toBe(404)
    expect((await stranger.post(`${ENDPOINTS}/${id}/rotate-secret`)).status).toBe(404)
    expect((await viewer.get(`${ENDPOINTS}/${id}`)).status).toBe(200)
    expect((await viewer.patch(`${ENDPOINTS}/${id}`, { isEnabled: false })).status).toBe(403)
    expect((await viewer.post(`${ENDPOINTS}/${id}/test`)).status).toBe(403)
  })

  test('that was deleted gets nothing that waits', async () => {
    const [owner] = await aTenantOf(['owner'])
    const { id } = await anEndpoint(owner)
    receiver.answer(500)
    await aPartner(owner)
    await drainEvents()
    expect((await owner.delete(`${ENDPOINTS}/${id}`)).status).toBe(204)
    await passBy(HOUR)
    expect(receiver.at('/hook')).toHaveLength(1)
    const rows = (await readState(owner.tenant)) as { kind?: string }[]
    expect(rows.filter(({ kind }) => kind === 'webhook' || kind === 'webhook-retry')).toEqual([])
  })

  test('that a person disabled gets nothing', async () => {
    const [owner] = await aTenantOf(['owner'])
    const endpoint = await anEndpoint(owner)
    const { body } = await owner.patch(`${ENDPOINTS}/${endpoint.id}`, { isEnabled: false })
    expect(body).toMatchObject({ isEnabled: false, disabledReason: 'manual', secret: null })
    await aPartner(owner)
    await drainEvents()
    expect(receiver.received).toEqual([])
    expect(await deliveriesOf(owner, endpoint)).toMatchObject({ totalItems: 0 })
  })
})

describe('the secret', () => {
  test('is replaced with an overlap in which both sign, and is shown once', async () => {
    const [owner] = await aTenantOf(['owner'])
    const { id, secret } = await anEndpoint(owner)
    const { body } = await owner.post(`${ENDPOINTS}/${id}/rotate-secret`, { overlapHours: 2 })
    expect(body.secret).toMatch(/^whsec_/)
    expect(body.secret).not.toBe(secret)
    expect((await owner.get(`${ENDPOINTS}/${id}`)).body.secret).toBeNull()
    await owner.post(`${ENDPOINTS}/${id}/test`)
    await drainEvents()
    for (const each of [secret, body.secret]) expect(verify(each, 0)).toBeTruthy()
    await owner.post(`${ENDPOINTS}/${id}/test`)
    await passBy(3 * HOUR)
    const signatures = receiver.at('/hook').map(({ headers }) => String(headers['webhook-signature']).split(' '))
    expect(signatures.map(({ length }) => length)).toEqual([2, 1])
  })

  test('and secret headers are in no answer, log or table, even if the receiver repeats them', async () => {
    const [owner] = await aTenantOf(['owner'])
    const headers = [
      { name: 'X-Environment', value: 'production' },
      { name: 'Authorization', value: 'Bearer canary-value-of-a-header', isSecret: true },
    ]
    const { id, secret } = await anEndpoint(owner, { headers })
    const { outbound } = app()
    useApp({
      ...app(),
      outbound: {
        async send(request) {
          await outbound.send(request)
          const body = Buffer.from(`${'é'.repeat(495)}${secret} ${JSON.stringify(request.headers)}`)
          return { status: 500, headers: { server: secret, 'set-cookie': 'a=b' }, body }
        },
      },
    })
    await owner.post(`${ENDPOINTS}/${id}/test`)
    await drainEvents()
    expect(receiver.at('/hook')[0]?.headers).toMatchObject({
      authorization: 'Bearer canary-value-of-a-header',
      'x-environment': 'production',
    })
    const delivery = await deliveryOf(owner, { id })
    expect(delivery.attempts).toMatchObject([
      { statusCode: 500, responseHeaders: [{ name: 'server', value: '********' }] },
    ])
    expect(delivery.attempts[0].requestHeaders).toContainEqual({ name: 'Authorization', value: '********' })
    expect(delivery.attempts[0].requestHeaders).toContainEqual({ name: 'webhook-signature', value: 'v1,********' })
    const kept = await owner.patch(`${ENDPOINTS}/${id}`, { headers: [{ name: 'authorization', isSecret: true }] })
    expect(kept.body.headers).toEqual([{ name: 'authorization', value: null, isSecret: true }])
    const shown = JSON.stringify([delivery, kept.body, await readState(owner.tenant)])
    for (const canary of ['canary', secret.slice(6, 20)]) expect(shown).not.toContain(canary)
  })
})

describe('the webhook of the settings', () => {
  test('is the first endpoint: it gets what the policy enables, and its receiver needs no change', async () => {
    const [owner] = await aTenantOf(['owner'])
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    await setSettings(owner, { webhookUrl: publicUrl('/hook'), webhookSecret: secret })
    await aPartner(owner)
    await drainEvents()
    await enableTopic(owner)
    await aPartner(owner, { name: 'Nordlicht' })
    await drainEvents()
    expect(receiver.at('/hook')).toHaveLength(1)
    expect(verify(secret, 0)).toMatchObject({
      type: 'partner.partner.created',
      data: {
        title: 'New partner',
        message: 'Nordlicht was added as a partner.',
        details: { partnerName: 'Nordlicht' },
      },
    })
    const { member } = (await owner.get(ENDPOINTS)).body
    expect(member).toMatchObject([
      { isOfSettings: true, url: publicUrl('/hook'), topics: null, isEnabled: true, secret: null },
    ])
    expect(await deliveriesOf(owner, member[0])).toMatchObject({ totalItems: 1 })
  })

  test('can be changed, rotated and deleted at either place', async () => {
    const [owner] = await aTenantOf(['owner'])
    await setSettings(owner, { webhookUrl: publicUrl('/old'), webhookSecret: 'an old secret of the settings' })
    const [{ id }] = (await owner.get(ENDPOINTS)).body.member
    const path = `${ENDPOINTS}/${id}`
    const { body } = await owner.patch(path, { url: publicUrl('/hook'), topics: ['partner.*'], includesText: false })
    expect(body).toMatchObject({ id, url: publicUrl('/hook'), topics: ['partner.*'] })
    const { body: rotated } = await owner.post(`${path}/rotate-secret`)
    await aPartner(owner)
    await drainEvents()
    expect(verify(rotated.secret, 0)).not.toHaveProperty('data.title')
    expect(receiver.at('/hook')[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    await setSettings(owner, { webhookUrl: publicUrl('/new') })
    expect((await owner.get(path)).body).toMatchObject({ url: publicUrl('/new'), topics: ['partner.*'] })
    expect((await owner.delete(path)).status).toBe(204)
    expect((await owner.get(path)).status).toBe(404)
    expect((await owner.get(ENDPOINTS)).body.totalItems).toBe(0)
  })
})

describe('an endpoint with nothing but failures', () => {
  const failFor = async (times: number, pause: number) => {
    for (let each = 0; each < times; each++) await passBy(pause)
  }

  test('is disabled after five days, a day after a mail to those who may change it; then all can be replayed', async () => {
    const [owner, finance] = await aTenantOf(['owner', 'finance'])
    const endpoint = await anEndpoint(owner)
    const path = `${ENDPOINTS}/${endpoint.id}`
    receiver.answer(500)
    const titlesOf = async (member: Member) =>
      (await member.get('/api/notification/notifications')).body.member
        .map(({ title }: { title: string }) => title)
        .filter((title: string) => title.startsWith('Webhook'))
    for (let day = 0; day < 4; day++) {
      await aPartner(owner)
      await drainEvents()
      await failFor(2, DAY / 2)
    }
    expect(await titlesOf(owner)).toEqual(['Webhook endpoint Order management keeps failing'])
    expect((await owner.get(path)).body.isEnabled).toBe(true)
    await aPartner(owner)
    await failFor(3, DAY / 2)
    expect((await owner.get(path)).body).toMatchObject({ isEnabled: false, disabledReason: 'failing' })
    expect(await titlesOf(owner)).toEqual([
      'Webhook endpoint Order management was disabled',
      'Webhook endpoint Order management keeps failing',
    ])
    expect(await titlesOf(finance)).toEqual([])

    const sent = receiver.at('/hook').length
    await aPartner(owner, { name: 'Meanwhile' })
    await passBy(DAY)
    expect(receiver.at('/hook')).toHaveLength(sent)
    const span = { since: new Date(app().clock().getTime() - HOUR).toISOString() }
    const replay = (given: object) => owner.post(`${path}/replay`, given)
    expect((await replay(span)).status).toBe(409)
    const { totalItems } = await deliveriesOf(owner, endpoint, '?status=failed')
    expect((await replay({ ...span, isDryRun: true })).body).toMatchObject({ count: totalItems, isDryRun: true })
    receiver.answer(200)
    await owner.patch(path, { isEnabled: true })
    expect((await replay(span)).body).toMatchObject({ count: totalItems, isDryRun: false })
    await passBy(HOUR)
    expect(await deliveriesOf(owner, endpoint, '?status=succeeded')).toMatchObject({ totalItems: 6 })
    expect(await deliveriesOf(owner, endpoint, '?status=failed')).toMatchObject({ totalItems: 0 })
  })

  test('stays enabled if one attempt succeeds', async () => {
    const [owner] = await aTenantOf(['owner'])
    const endpoint = await anEndpoint(owner)
    receiver.answer(500)
    await aPartner(owner)
    await failFor(7, DAY / 2)
    receiver.answer(200)
    await aPartner(owner)
    await failFor(1, HOUR)
    receiver.answer(500)
    await aPartner(owner)
    await failFor(6, DAY / 2)
    expect((await owner.get(`${ENDPOINTS}/${endpoint.id}`)).body.isEnabled).toBe(true)
  })
})

test('the deliveries of an endpoint are listed by the day of their event', async () => {
  const [owner] = await aTenantOf(['owner'])
  const endpoint = await anEndpoint(owner)
  await aPartner(owner)
  await drainEvents()
  const day = app().clock().toISOString().slice(0, 10)
  const listed = async (from: string, to: string) => await deliveriesOf(owner, endpoint, `?from=${from}&to=${to}`)
  expect(await listed(day, day)).toMatchObject({ totalItems: 1 })
  expect(await listed('0000-01-01', '1969-12-31')).toMatchObject({ totalItems: 0 })
  expect((await listed('2026-05-02', '2026-05-01')).violations).toEqual([
    { propertyPath: 'to', message: 'must not be before from' },
  ])
})

describe('a replay', () => {
  test('sends one delivery again under the same id with a new timestamp', async () => {
    const [owner] = await aTenantOf(['owner'])
    const endpoint = await anEndpoint(owner)
    await aPartner(owner)
    await drainEvents()
    const [{ id }] = (await deliveriesOf(owner, endpoint)).member
    const path = `${ENDPOINTS}/${endpoint.id}/deliveries/${id}/replay`
    expect((await owner.post(path)).body).toMatchObject({ status: 'pending', attemptCount: 0 })
    expect((await owner.post(path)).status).toBe(409)
    await passBy(HOUR)
    const [first, second, ...more] = receiver.at('/hook').map(({ headers }) => headers)
    expect(more).toEqual([])
    expect(second?.['webhook-id']).toBe(first?.['webhook-id'])
    expect(Number(second?.['webhook-timestamp'])).toBeGreaterThan(Number(first?.['webhook-timestamp']))
    expect((await deliveryOf(owner, endpoint)).attempts).toHaveLength(2)
  })

  test('reaches only events of its time', async () => {
    const [owner] = await aTenantOf(['owner'])
    const { id } = await anEndpoint(owner)
    const since = new Date(app().clock().getTime() + HOUR).toISOString()
    receiver.answer(410)
    await aPartner(owner)
    await drainEvents()
    const replay = (given: object) => owner.post(`${ENDPOINTS}/${id}/replay`, { isDryRun: true, ...given })
    expect((await replay({ since })).status).toBe(400)
    const until = new Date(app().clock().getTime() + 2 * HOUR).toISOString()
    expect((await replay({ since, until })).body.count).toBe(0)
    for (const early of ['2026-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '0000-01-01T00:00:00Z'])
      expect((await replay({ since: early, until })).body.count).toBe(1)
    expect((await replay({ since: '0000-01-01T00:00:00Z', until: '1969-12-31T23:59:59Z' })).body.count).toBe(0)
  })
})
