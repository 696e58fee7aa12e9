import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runTask } from '../../functions/events/run-task.ts'
import { app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { createLog } from '../../lib/platform/log.ts'
import type { Item } from '../../lib/platform/store/table/table.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { aMember, type Member } from '../support/client.ts'
import { dyingAt } from '../support/dying.ts'
import { aShopifyChannel } from './hooks.ts'
import { later, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

// Waits that do not fit the patience of a worker are left to the task.
const LIMITED = { status: 429, headers: { 'retry-after': '3600' } }
const AWAY = { status: 503, headers: { 'retry-after': '30' } }
const REFUSED = { status: 401, json: {} }

let owner: Member
let shop: Awaited<ReturnType<typeof startShopify>>
let passed = 0
beforeEach(async () => {
  shop = await startShopify()
  const { address, server } = shop
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
  })
  owner = await aMember()
})
afterEach(async () => {
  later(-passed)
  passed = 0
  await shop.server.stop()
})
afterAll(() => useApp(undefined))

const advance = (ms: number) => {
  later(ms)
  passed += ms
}

/** Moves the clock and begins another session of the owner, because the clock outlives the previous one. */
const pass = async (ms: number) => {
  advance(ms)
  owner = await aMember({ tenant: owner.tenant })
}

/** A channel whose shop has the orders and tells of them, and answers the workers of the deliveries like this. */
const aToldChannel = async (orders: number, answer?: Parameters<typeof shop.server.always>[0]) => {
  const channel = await aShopifyChannel(owner, shop)
  for (let id = 1; id <= orders; id++) shop.put(sample(id))
  shop.server.always(answer)
  for (let id = 1; id <= orders; id++) expect((await channel.tell(id)).status).toBe(202)
  await channel.follow()
  return channel
}

const shown = async ({ id }: { id: string }) => {
  const [{ body: log }, { body: list }] = await Promise.all([
    owner.get(`${CHANNELS}/${id}/webhook-deliveries?itemsPerPage=100`),
    owner.get(`/api/sales/orders?channelId=${id}&itemsPerPage=100`),
  ])
  return {
    deliveries: log.member,
    orders: list.member.map(({ externalOrderId }: { externalOrderId: string }) => externalOrderId).sort(),
  }
}

const IMPORTED = { deliveries: [{ status: 'processed', errorMessage: null }], orders: ['1'] }

describe('an order that has to be read from the shop', () => {
  it('is imported once the shop allows further requests', async () => {
    const channel = await aToldChannel(1, LIMITED)
    expect(await shown(channel)).toMatchObject({
      deliveries: [
        { status: 'received', errorMessage: expect.stringMatching(/^RATE_LIMITED: .* next attempt follows at/) },
      ],
      orders: [],
    })
    shop.server.always(undefined)
    const asked = shop.server.asked.length
    await pass(59 * MINUTE_MS)
    await channel.follow()
    expect(shop.server.asked.length).toBe(asked)
    await pass(2 * MINUTE_MS)
    await channel.follow()
    expect(await shown(channel)).toMatchObject(IMPORTED)
  })

  it('is imported although the shop is away at the delivery and when the channel resumes', async () => {
    const channel = await aToldChannel(1, AWAY)
    await channel.move('pause')
    expect((await channel.tell(2)).status).toBe(202)
    shop.put(sample(2))
    await pass(2 * MINUTE_MS)
    await channel.follow()
    expect((await shown(channel)).deliveries).toMatchObject(
      Array(2).fill({ status: 'received', errorMessage: expect.stringContaining('paused') }),
    )
    await owner.post(`${CHANNELS}/${channel.id}/resume`)
    await channel.follow()
    expect(await shown(channel)).toMatchObject({
      deliveries: Array(2).fill({ status: 'received', errorMessage: expect.stringContaining('next attempt follows') }),
      orders: [],
    })
    shop.server.always(undefined)
    await pass(2 * MINUTE_MS)
    await channel.follow()
    expect((await shown(channel)).orders).toEqual(['1', '2'])
  })

  it('is given up after three days, and is tried for as long again after a replay', async () => {
    const channel = await aToldChannel(1, AWAY)
    const asked = shop.server.asked.length
    for (let hours = 0; hours < 5 * 24; hours += 6) {
      advance(6 * HOUR_MS + MINUTE_MS)
      await channel.follow()
    }
    await pass(0)
    expect(shop.server.asked.length - asked).toBeLessThan(20)
    const { deliveries } = await shown(channel)
    expect(deliveries).toMatchObject([
      { status: 'failed', errorMessage: expect.stringMatching(/^STORE_UNAVAILABLE: [^:]*$/) },
    ])
    const replay = await owner.post(`${CHANNELS}/${channel.id}/webhook-deliveries/${deliveries[0]?.id}/replay`)
    expect(replay.status).toBe(200)
    await channel.follow()
    expect((await shown(channel)).deliveries).toMatchObject([{ status: 'received' }])
    shop.server.always(undefined)
    await pass(2 * MINUTE_MS)
    await channel.follow()
    expect(await shown(channel)).toMatchObject(IMPORTED)
  })

  it.each([
    ['changed', (id: string) => owner.patch(`${CHANNELS}/${id}/credentials`, { credentials: shop.credentials })],
    ['found to be accepted again', (id: string) => owner.post(`${CHANNELS}/${id}/refresh-capabilities`)],
  ])('waits while the shop refuses the credentials, and is imported once they are %s', async (_, renew) => {
    const channel = await aToldChannel(1, REFUSED)
    expect((await owner.get(`${CHANNELS}/${channel.id}`)).body.connectionStatus.errorCode).toBe('AUTH_FAILED')
    const asked = shop.server.asked.length
    shop.put(sample(2))
    await channel.tell(2)
    await channel.follow()
    expect(shop.server.asked.length).toBe(asked)
    expect(await shown(channel)).toMatchObject({
      deliveries: Array(2).fill({ status: 'received', errorMessage: expect.stringContaining('does not accept') }),
      orders: [],
    })
    shop.server.always(undefined)
    expect((await renew(channel.id)).status).toBe(200)
    await channel.follow()
    expect(await shown(channel)).toMatchObject({
      deliveries: Array(2).fill({ status: 'processed', errorMessage: null }),
      orders: ['1', '2'],
    })
  })

  it('keeps waiting if the new credentials are refused, too, or if the channel resumes without any', async () => {
    const channel = await aToldChannel(12, REFUSED)
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: { access_token: 'other' } })
    await channel.follow()
    await channel.move('pause')
    await channel.move('resume')
    const begun = app().clock().getTime()
    let read = 0
    // Each reading of the clock takes a second, so that no task reaches all of them.
    const clock = () => new Date(begun + 1000 * read++)
    await channel.follow({ ...app(), clock })
    expect((await shown(channel)).deliveries).toMatchObject(Array(12).fill({ status: 'received' }))
    shop.server.always(undefined)
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: shop.credentials })
    await channel.follow()
    expect((await shown(channel)).orders).toHaveLength(12)
  })

  it('is imported if the credentials are replaced while the delivery is being held', async () => {
    const channel = await aToldChannel(0)
    shop.put(sample(1))
    await channel.tell(1)
    const [task] = await channel.openTasks()
    shop.server.misbehave(REFUSED)
    const { db } = app()
    let isReplaced = false
    const transact: typeof db.transact = async (actions, token) => {
      if (!isReplaced && actions.some((action) => 'put' in action && action.put.heldFor)) {
        isReplaced = true
        await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: shop.credentials })
        // The task of the change ends before the delivery is marked as waiting, so no other task would find it.
        for (const other of await channel.openTasks())
          if (other.sk !== task?.sk) await runTask(app(), other, app().clock(), createLog({}))
      }
      return await db.transact(actions, token)
    }
    const racing = { ...app(), db: { ...db, transact } }
    await runTask(racing, task as Item, racing.clock(), createLog({}))
    expect(isReplaced).toBe(true)
    expect(await shown(channel)).toMatchObject(IMPORTED)
  })

  it.each([1, 2, 3])('is imported once if its worker dies at transaction %i after the shop failed', async (at) => {
    const channel = await aToldChannel(0)
    shop.put(sample(1))
    await channel.tell(1)
    for (const [after, answer] of [
      [false, AWAY],
      [true, AWAY],
      [false, REFUSED],
      [true, REFUSED],
    ] as const) {
      shop.server.always(answer)
      await channel.follow(dyingAt(at, after)).catch(() => undefined)
      await pass(10 * MINUTE_MS)
    }
    shop.server.always(undefined)
    await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials: shop.credentials })
    await channel.follow()
    expect(await shown(channel)).toMatchObject(IMPORTED)
  })

  it('ends as failed if the channel is disconnected instead', async () => {
    const channel = await aToldChannel(1, REFUSED)
    await channel.move('disconnect')
    await channel.follow()
    expect(await shown(channel)).toMatchObject({
      deliveries: [{ status: 'failed', errorMessage: expect.stringContaining('disconnected') }],
      orders: [],
    })
  })
})
