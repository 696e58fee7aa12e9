import { afterEach, describe, expect, it } from 'vitest'
import { getConnector } from '../../lib/connectors/registry.ts'
import { countCalls } from '../../lib/connectors/simulator/simulation.ts'
import { app, useApp } from '../../lib/platform/app/app.ts'
import { type Action, type Key, keyOf } from '../../lib/platform/store/table/table.ts'
import type { StoredChannel } from '../../lib/sales/channels/channel.ts'
import { openCredentials, openShop } from '../../lib/sales/channels/channel-connection.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { anOwner, ask, verified } from '../iam/people.ts'
import { declare, FILES } from '../storage/uploading.ts'
import { aChannel, aPartner } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'

afterEach(() => useApp(undefined))

const addRevision = async (key: Key) => {
  const { pk, sk } = key
  await app().db.update({ update: { pk, sk }, set: 'ADD #rev :one', values: { ':one': 1 } })
}

/** Changes the item just before the first such transaction; returns what the table was asked to write. */
const changeMeanwhile = (isIt: (action: Action) => boolean, change: (key: Key) => Promise<unknown> = addRevision) => {
  const before = app()
  const { db } = before
  const written = { transactions: 0, updates: [] as Key[] }
  useApp({
    ...before,
    db: {
      ...db,
      async transact(actions: readonly Action[], token) {
        const action = actions.find(isIt)
        if (action && !written.transactions++) await change(keyOf(action))
        return await db.transact(actions, token)
      },
      async update(update) {
        written.updates.push(update.update)
        return await db.update(update)
      },
    },
  })
  return written
}

const CHANNELS = '/api/sales/channels'

const isOfChannel = (action: Action) => 'put' in action && action.put.kind === 'channel'

/** A channel of a simulated shop with a subscription. */
const aSubscribedChannel = async (owner: Member) => {
  const { id } = await aChannel(owner, { credentials: { api_key: 'good', seed: owner.tenant } })
  expect((await owner.post(`${CHANNELS}/${id}/webhooks`, { topic: 'order.created' })).status).toBe(201)
  return { url: `${CHANNELS}/${id}`, channel: (await findChannel(app().db, owner.tenant, id)) as StoredChannel }
}

describe('an endpoint with an effect outside', () => {
  it('subscribes at the shop once when the channel changes meanwhile, and records the subscription', async () => {
    const owner = await aMember()
    const { id } = await aChannel(owner, { credentials: { api_key: 'good', seed: owner.tenant } })
    const written = changeMeanwhile((action) => 'put' in action && action.put.kind === 'channel')
    const url = `/api/sales/channels/${id}/webhooks`
    expect((await owner.post(url, { topic: 'order.created' })).status).toBe(201)
    expect(written.transactions).toBe(2)

    const channel = await findChannel(app().db, owner.tenant, id)
    const { webhooks } = getConnector('simulator')
    const atShop = channel && (await webhooks?.list(await openShop(app(), owner.tenant, channel)))
    expect(atShop).toMatchObject([{ topic: 'order.created' }])
    expect((await owner.get(url)).body.member).toMatchObject([{ externalWebhookId: atShop?.[0]?.externalId }])
  })

  it('tests the credentials of a new channel once when its partner changes meanwhile', async () => {
    const owner = await aMember()
    const { id: partnerId } = await aPartner(owner)
    const written = changeMeanwhile((action) => 'check' in action && action.check.sk === partnerId)
    const { connectionStatus } = await aChannel(owner, { partnerId, credentials: { api_key: 'a', seed: owner.tenant } })
    expect(connectionStatus).toMatchObject({ connected: true })
    expect(written.transactions).toBe(2)
    expect(countCalls(owner.tenant)).toBe(1)
  })

  it.each<[string, number, (owner: Member, url: string) => ReturnType<Member['post']>]>([
    [
      'test changed credentials',
      200,
      (owner, url) => owner.patch(`${url}/credentials`, { credentials: { api_key: 'better' } }),
    ],
    ['refresh capabilities', 200, (owner, url) => owner.post(`${url}/refresh-capabilities`)],
    ['disconnect the channel', 200, (owner, url) => owner.post(`${url}/disconnect`)],
    ['delete the channel', 204, (owner, url) => owner.delete(url)],
  ])('calls the shop once to %s when the channel changes meanwhile', async (_title, status, request) => {
    const owner = await aMember()
    const { url, channel } = await aSubscribedChannel(owner)
    const before = countCalls(owner.tenant)
    const written = changeMeanwhile((action) => isOfChannel(action) || keyOf(action).sk === channel.id)
    expect((await request(owner, url)).status).toBe(status)
    expect(written.transactions).toBe(2)
    expect(countCalls(owner.tenant) - before).toBe(1)
  })

  it('merges and tests credentials again when others were stored meanwhile', async () => {
    const owner = await aMember()
    const { url, channel } = await aSubscribedChannel(owner)
    const before = countCalls(owner.tenant)
    const change = (credentials: object) => owner.patch(`${url}/credentials`, { credentials })
    changeMeanwhile(isOfChannel, () => change({ orders: '7' }))
    const { body } = await change({ api_key: 'better' })
    expect(body.connectionStatus).toMatchObject({ connected: true })
    expect(countCalls(owner.tenant) - before).toBe(3)
    const stored = (await findChannel(app().db, owner.tenant, channel.id)) as StoredChannel
    expect(await openCredentials(app(), owner.tenant, stored)).toMatchObject({ api_key: 'better', orders: '7' })
  })

  it('ends a subscription that was added while its channel was disconnected', async () => {
    const owner = await aMember()
    const { url, channel } = await aSubscribedChannel(owner)
    const shop = await openShop(app(), owner.tenant, channel)
    changeMeanwhile(isOfChannel, () => owner.post(`${url}/webhooks`, { topic: 'order.updated' }))
    const before = countCalls(owner.tenant)
    expect((await owner.post(`${url}/disconnect`)).body).toMatchObject({ status: 'disconnected', hasWebhook: false })
    // One call subscribes, and one ends each of the two subscriptions.
    expect(countCalls(owner.tenant) - before).toBe(3)
    expect(await getConnector('simulator').webhooks?.list(shop)).toEqual([])
  })

  it('counts an invitation once when the members change meanwhile', async () => {
    const owner = await anOwner()
    const written = changeMeanwhile((action) => keyOf(action).pk === 'P#tenants')
    const invitee = { email: 'invitee@example.com', role: 'viewer' }
    expect((await owner.post('/api/iam/members', invitee)).status).toBe(201)
    expect(written.transactions).toBe(2)
    expect(written.updates.filter(({ pk }) => pk.startsWith('G#invitations#'))).toHaveLength(1)
  })

  it('counts a sign-in once when the account changes meanwhile', async () => {
    const { email, password } = await verified()
    const written = changeMeanwhile((action) => keyOf(action).sk === 'IDENTITY')
    expect((await ask('login', { email, password })).status).toBe(200)
    expect(written.transactions).toBe(2)
    // The attempt is counted, and refunded because the password is right.
    expect(written.updates.filter(({ pk }) => pk.startsWith('G#account#'))).toHaveLength(2)
  })
})

describe('an Idempotency-Key of an endpoint with an effect outside', () => {
  const aLargeFile = () => declare(Buffer.alloc(1), { sizeBytes: 20 * 1024 * 1024 })
  const headers = { 'idempotency-key': 'once' }

  /** Holds the first upload in parts that begins until `release`, and counts them all. */
  const holdUploads = () => {
    const before = app()
    let begin: () => void = () => undefined
    let release: () => void = () => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const released = new Promise<void>((resolve) => (release = resolve))
    const seen = { begun: 0 }
    const beginParts = async (path: string) => {
      if (!seen.begun++) {
        begin()
        await released
      }
      return await before.files.beginParts(path)
    }
    useApp({ ...before, files: { ...before.files, beginParts } })
    return { seen, begun, release: () => release() }
  }

  it('is in progress for a repeat that comes meanwhile, so that the effect happens once', async () => {
    const member = await aMember()
    const { seen, begun, release } = holdUploads()
    const body = aLargeFile()
    const first = member.post(FILES, body, headers)
    await begun
    const repeat = await member.post(FILES, body, headers)
    expect([repeat.status, repeat.body.errorCode]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
    expect(Number(repeat.headers['Retry-After'])).toBeGreaterThan(0)
    expect((await member.post(FILES, { ...body, name: 'Other.pdf' }, headers)).status).toBe(422)
    release()
    const { status, body: made } = await first
    expect(status).toBe(201)
    const again = await member.post(FILES, body, headers)
    expect([again.status, again.body.id, again.headers['Idempotency-Replayed']]).toEqual([201, made.id, 'true'])
    expect(seen.begun).toBe(1)
    expect((await member.post(FILES, { ...body, name: 'Other.pdf' }, headers)).status).toBe(422)
  })

  it('can be used again once a process that died cannot run any more, which makes one resource', async () => {
    const member = await aMember()
    const { begun, release } = holdUploads()
    const body = aLargeFile()
    const stopped = member.post(FILES, body, headers)
    await begun
    const { clock } = app()
    const later = (ms: number) => useApp({ ...app(), clock: () => new Date(clock().getTime() + ms) })
    later(29_000)
    expect((await member.post(FILES, body, headers)).body.errorCode).toBe('IDEMPOTENCY_IN_PROGRESS')
    later(31_000)
    const second = await member.post(FILES, body, headers)
    expect([second.status, second.headers['Idempotency-Replayed']]).toEqual([201, undefined])
    release()
    const { status, body: told, headers: said } = await stopped
    expect([status, told.id, said['Idempotency-Replayed']]).toEqual([201, second.body.id, 'true'])
    expect((await member.get(FILES)).body.totalItems).toBe(1)
  })

  it('is free after a refusal and after a failure', async () => {
    const member = await aMember()
    const before = app()
    const beginParts = () => Promise.reject(new Error('the storage is away'))
    useApp({ ...before, files: { ...before.files, beginParts } })
    expect((await member.post(FILES, aLargeFile(), headers)).status).toBe(500)
    useApp(before)
    expect((await member.post(FILES, { ...aLargeFile(), purpose: 'logo' }, headers)).status).toBe(400)
    const made = await member.post(FILES, aLargeFile(), headers)
    expect([made.status, made.headers['Idempotency-Replayed']]).toEqual([201, undefined])
  })
})
