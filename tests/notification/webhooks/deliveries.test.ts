import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { app } from '../../../lib/platform/app/app.ts'
import { aPartner } from '../../support/builders.ts'
import { startReceiver } from '../../support/receiver.ts'
import { drainEvents } from '../../support/workers.ts'
import { aTenantOf } from '../members.ts'
import {
  anEndpoint,
  deliveriesOf,
  deliveryOf,
  ENDPOINTS,
  HOUR,
  MINUTE,
  passBy,
  publicUrl,
  receiveAt,
  SECOND,
  TOPIC,
} from './hooks.ts'

const receiver = await startReceiver()
afterAll(receiver.stop)
beforeEach(() => receiveAt(receiver))

const headersOf = (index: number, path = '/hook') => receiver.at(path)[index]?.headers as Record<string, string>

describe('an event', () => {
  test('is sent once to each endpoint that subscribed to it, signed, under the id of the event', async () => {
    const [owner] = await aTenantOf(['owner'])
    const { secret, id } = await anEndpoint(owner)
    await anEndpoint(owner, { url: publicUrl('/exact'), topics: [TOPIC] })
    await anEndpoint(owner, { url: publicUrl('/other'), topics: ['finance.*'] })
    const partner = await aPartner(owner, { name: 'Nordlicht' })
    await drainEvents({ duplicate: true })
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/exact', '/hook'])
    const [sent] = receiver.at('/hook')
    const payload = new Webhook(secret).verify(String(sent?.body), headersOf(0))
    expect(payload).toEqual({
      type: TOPIC,
      timestamp: expect.stringMatching(/Z$/),
      data: {
        subject: expect.stringContaining(partner.id),
        details: expect.objectContaining({ partnerName: 'Nordlicht' }),
      },
    })
    const { member, totalItems } = await deliveriesOf(owner, { id })
    expect(totalItems).toBe(1)
    expect(member[0]).toMatchObject({ status: 'succeeded', topic: TOPIC, attemptCount: 1, statusCode: 200 })
    expect(headersOf(0)['webhook-id']).toBe(member[0].eventId)
  })

  test('is sent only if it meets the conditions of the endpoint', async () => {
    const [owner] = await aTenantOf(['owner'])
    const rule = { field: 'data.details.partnerName', operator: 'eq', value: 'Nordlicht' }
    await anEndpoint(owner, { conditions: [{ rules: [rule] }] })
    await aPartner(owner, { name: 'Südwind' })
    await aPartner(owner, { name: 'Nordlicht' })
    await drainEvents()
    expect(receiver.at('/hook').map(({ body }) => JSON.parse(String(body)).data.details.partnerName)).toEqual([
      'Nordlicht',
    ])
  })

  test('of another tenant, or of a named person, is never sent', async () => {
    const [owner] = await aTenantOf(['owner'])
    await anEndpoint(owner, { topics: ['*'] })
    const [stranger] = await aTenantOf(['owner'])
    await aPartner(stranger)
    await drainEvents()
    expect(receiver.received).toEqual([])
  })
})

describe('an attempt that fails', () => {
  test('is repeated by the schedule under the same id, with a new timestamp, and the log has each of them', async () => {
    const [owner] = await aTenantOf(['owner'])
    const endpoint = await anEndpoint(owner)
    receiver.answer(503)
    await aPartner(owner)
    await drainEvents()
    for (const pause of [8 * SECOND, 6 * MINUTE, 34 * MINUTE]) await passBy(pause)
    expect(receiver.at('/hook')).toHaveLength(4)
    expect(await deliveriesOf(owner, endpoint, '?status=pending')).toMatchObject({
      totalItems: 1,
      member: [{ attemptCount: 4, statusCode: 503, errorMessage: 'The endpoint answered with 503.' }],
    })
    receiver.answer(204)
    await passBy(2.3 * HOUR)
    const ids = receiver.at('/hook').map(({ headers }) => headers['webhook-id'])
    const times = receiver.at('/hook').map(({ headers }) => headers['webhook-timestamp'])
    expect([new Set(ids).size, new Set(times).size]).toEqual([1, 5])
    const { attempts, requestBody, ...delivery } = await deliveryOf(owner, endpoint)
    expect(delivery).toMatchObject({ status: 'succeeded', attemptCount: 5, errorMessage: null, nextAttemptAt: null })
    expect(attempts.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([503, 503, 503, 503, 204])
    expect(requestBody).toBe(String(receiver.at('/hook')[4]?.body))
  })

  test('is given up after the eighth', async () => {
    const [owner] = await aTenantOf(['owner'])
    const endpoint = await anEndpoint(owner)
    receiver.answer(500)
    await aPartner(owner)
    await drainEvents()
    for (let round = 0; round < 9; round++) await passBy(11 * HOUR)
    expect(receiver.at('/hook')).toHaveLength(8)
    expect(await deliveriesOf(owner, endpoint, '?status=failed')).toMatchObject({
      totalItems: 1,
      member: [{ attemptCount: 8, nextAttemptAt: null }],
    })
  })

  test('with 410 disables the endpoint, and nothing more is sent', async () => {
    const [owner] = await aTenantOf(['owner'])
    const endpoint = await anEndpoint(owner)
    receiver.answer(410)
    await aPartner(owner)
    await drainEvents()
    expect((await owner.get(`${ENDPOINTS}/${endpoint.id}`)).body).toMatchObject({
      isEnabled: false,
      disabledReason: 'gone',
    })
    await aPartner(owner)
    await drainEvents()
    expect(receiver.at('/hook')).toHaveLength(1)
    const { member } = await deliveriesOf(owner, endpoint, '?status=failed')
    expect(member.map(({ errorMessage }: { errorMessage: string }) => errorMessage)).toEqual([
      'The endpoint was disabled.',
      'The endpoint answered with 410, so it is disabled.',
    ])
    const { member: told } = (await owner.get('/api/notification/notifications')).body
    expect(told.map(({ title }: { title: string }) => title)).toContain(
      'Webhook endpoint Order management was disabled',
    )
  })

  test('delays no other endpoint', async () => {
    const [owner] = await aTenantOf(['owner'])
    await anEndpoint(owner)
    await anEndpoint(owner, { url: publicUrl('/well') })
    receiver.answer(500, '/hook')
    for (const name of ['A', 'B', 'C']) await aPartner(owner, { name })
    await drainEvents()
    expect(receiver.at('/well')).toHaveLength(3)
  })
})

describe('an endpoint', () => {
  test('gets all of a storm, though at most five requests at a time', async () => {
    const [owner] = await aTenantOf(['owner'])
    await anEndpoint(owner)
    const { outbound } = app()
    let [running, most] = [0, 0]
    const send: typeof outbound.send = async (request) => {
      most = Math.max(most, ++running)
      try {
        return await outbound.send(request)
      } finally {
        running--
      }
    }
    Object.assign(app(), { outbound: { send } })
    for (let each = 0; each < 12; each++) await aPartner(owner, { name: `P${each}` })
    await drainEvents({ duplicate: true })
    expect(receiver.at('/hook')).toHaveLength(12)
    expect(most).toBe(5)
  })
})
