import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConnectorError, type Session } from '../../lib/connectors/connector.ts'
import { getConnector } from '../../lib/connectors/registry.ts'
import { type App, app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { Deadline } from '../../lib/platform/deadline.ts'
import { createLog } from '../../lib/platform/log.ts'
import { typeReads, type UntypedTable } from '../../lib/platform/store/table/table.ts'
import { openShop } from '../../lib/sales/channels/channel-connection.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { getSharedSession } from '../../lib/sales/channels/get-shared-session.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import { sample } from '../connectors/servers/sample.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { aChannel, aVariant } from '../support/builders.ts'
import { aMember, type Member, send } from '../support/client.ts'
import { runPartitions, runsOf } from './runs.ts'

const CHANNELS = '/api/sales/channels'
const VARIANTS = 12

interface Connected {
  id: string
  connectionId: string
  connectionStatus: object
}

/** Both shops accept only the session of the latest sign-in. */
describe.each([
  ['sylius', startSylius, 'jwt.'],
  ['vendure', startVendure, 'session-'],
] as const)('the session at a %s shop', (type, start, prefix) => {
  let owner: Member
  let platform: Awaited<ReturnType<typeof startSylius>> | Awaited<ReturnType<typeof startVendure>>
  let ahead = 0
  let orders = 0
  beforeAll(async () => {
    owner = await aMember()
    for (let n = 0; n < VARIANTS; n++)
      await aVariant(owner, { sku: `S-${n}`, prices: [{ currency: 'EUR', amount: 500 }] })
  })
  beforeEach(async () => {
    ahead = 0
    platform = await start()
    const { address, server } = platform
    const made = makeApp({ ...readConfig(), outboundAllowPrivate: true })
    const send: App['outbound']['send'] = (request) =>
      made.outbound.send({ ...request, url: request.url.replace(address, server.url) })
    useApp({ ...made, outbound: { send }, clock: () => new Date(Date.now() + ahead) })
  })
  afterEach(async () => {
    for (const { id } of (await owner.get(CHANNELS)).body.member) await owner.post(`${CHANNELS}/${id}/disconnect`)
    await platform.server.stop()
  })
  afterAll(() => useApp(undefined))

  const aConnectedChannel = (): Promise<Connected> =>
    aChannel(owner, { type, credentials: platform.credentials, connectorConfig: platform.config }) as never
  const publish = async ({ id }: Connected) => {
    expect((await owner.post(`${CHANNELS}/${id}/catalog/publish`)).status).toBe(202)
    await Promise.all([runPartitions(owner), syncChannel(app(), owner.tenant, id, createLog({}))])
  }
  const stored = ({ connectionId }: Connected) =>
    app().db.get({ pk: `T#${owner.tenant}#store-session`, sk: connectionId })
  const channelNow = async ({ id }: Connected) => {
    const channel = await findChannel(app().db, owner.tenant, id)
    if (!channel) throw new Error('the channel is gone')
    return channel
  }
  const ownerOf = async (channel: Connected) => {
    const { connectionId, sealedCredentials } = await channelNow(channel)
    return {
      tenant: owner.tenant,
      channelId: channel.id,
      connectionId: connectionId as string,
      sealedCredentials: sealedCredentials as string,
    }
  }
  const expectDone = async (channel: Connected) => {
    const runs: { type: string; status: string | null }[] = await runsOf(owner, channel)
    expect(runs.map(({ type: of, status }) => `${of} ${status}`).sort()).toEqual([
      'orders success',
      'products_push success',
    ])
    expect(runs.find(({ type: of }) => of === 'products_push')).toMatchObject({ itemsSynced: VARIANTS, itemsFailed: 0 })
    expect(runs.find(({ type: of }) => of === 'orders')).toMatchObject({ itemsSynced: 1 })
    expect(await channelNow(channel)).toMatchObject({ authFailedAt: null })
  }
  /** Puts an order that no earlier channel of the shop has, which would keep it. */
  const put = () => {
    const yesterday = new Date(app().clock().getTime() - 86_400_000).toISOString()
    platform.put(sample(++orders, { placedAt: yesterday, modifiedAt: yesterday }))
  }

  it('is shared by the connection test, four partitions and a concurrent sync', async () => {
    put()
    platform.mode.maxLogins = 1
    const channel = await aConnectedChannel()
    await publish(channel)
    await expectDone(channel)
    expect(platform.signIns()).toBe(1)
    expect((await owner.post(`${CHANNELS}/${channel.id}/refresh-capabilities`)).status).toBe(200)
    expect(platform.signIns()).toBe(1)
  })

  it('is renewed once for all if the shop ends it during a run', async () => {
    put()
    const channel = await aConnectedChannel()
    let pushes = 0
    platform.server.meanwhile(({ method, body }) => {
      const isPush = type === 'sylius' ? method !== 'GET' : /^mutation (?!Login)/.test(String(body.query))
      if (isPush && ++pushes === 5) platform.expire()
    })
    await publish(channel)
    await expectDone(channel)
    expect(platform.signIns()).toBe(2)
  })

  it('is not requested again with refused credentials, and the channel is not synced any more', async () => {
    const channel = await aConnectedChannel()
    platform.mode.password = 'another'
    platform.expire()
    expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/publish`)).status).toBe(202)
    await runPartitions(owner)
    const [run] = await runsOf(owner, channel)
    expect(run).toMatchObject({ status: 'failed', errorCode: 'AUTH_FAILED', itemsSynced: 0 })
    expect(await channelNow(channel)).toMatchObject({
      authFailedAt: expect.any(String),
      connectionStatus: { errorCode: 'AUTH_FAILED' },
    })
  })

  it('is awaited by other callers, which share a failure, too', async () => {
    const channel = await aConnectedChannel()
    platform.expire()
    const held = await ownerOf(channel)
    const [refused] = [`${(await getSharedSession(app(), held, { signIn: async () => '', patienceMs: 1000 })).secret}`]
    let signIns = 0
    const sharing = async (signIn: () => Promise<string>) => {
      // The first sign-in waits until each of the other callers has found its claim.
      const [everybodyWaits, signingIn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const waiting = new Set<number>()
      const asking = (number: number) => {
        const { db } = app()
        const get: UntypedTable['get'] = async (key) => {
          const item = await db.get(key)
          if (item?.signingInBy) waiting.add(number)
          if (waiting.size === 3) everybodyWaits.resolve()
          return item
        }
        return getSharedSession({ ...app(), db: typeReads({ ...db, get }) }, held, {
          refused,
          patienceMs: 60_000,
          signIn: async () => {
            signIns++
            signingIn.resolve()
            await everybodyWaits.promise
            return await signIn()
          },
        })
      }
      const first = asking(0)
      await signingIn.promise
      return await Promise.allSettled([first, asking(1), asking(2), asking(3)])
    }
    const failed = await sharing(async () => {
      throw new ConnectorError('RATE_LIMITED', 'The store wants fewer requests.', { retryAfterSeconds: 77 })
    })
    for (const each of failed)
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'RATE_LIMITED', retryAfterSeconds: 77 } })
    expect(signIns).toBe(1)
    const opened = await sharing(async () => 'new')
    expect(opened.map((each) => each.status === 'fulfilled' && each.value)).toEqual([
      { secret: 'new', isOwn: true },
      ...Array(3).fill({ secret: 'new', isOwn: false }),
    ])
    expect(signIns).toBe(2)
  })

  it.each(['is signing in', 'has signed in'])(
    'is that of the caller that %s between reading the session and claiming the sign-in',
    async (moment) => {
      const channel = await aConnectedChannel()
      const held = await ownerOf(channel)
      const { secret: refused } = await getSharedSession(app(), held, { signIn: async () => '', patienceMs: 1000 })
      const [signingIn, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const { db } = app()
      let other: Promise<Session> | undefined
      const transact: typeof db.transact = async (actions, token) => {
        if (!other) {
          const signIn = async () => {
            signingIn.resolve()
            await goOn.promise
            return 'the other'
          }
          other = getSharedSession(app(), held, { refused, signIn, patienceMs: 60_000 })
          await signingIn.promise
          if (moment === 'has signed in') {
            goOn.resolve()
            await other
          }
        }
        const outcome = await db.transact(actions, token)
        goOn.resolve()
        return outcome
      }
      const late = { refused, signIn: async () => 'one too many', patienceMs: 60_000 }
      expect(await getSharedSession({ ...app(), db: { ...db, transact } }, held, late)).toEqual({
        secret: 'the other',
        isOwn: false,
      })
      expect(await other).toEqual({ secret: 'the other', isOwn: true })
    },
  )

  it('is not requested again by a caller that read the session before another one failed', async () => {
    const channel = await aConnectedChannel()
    const held = await ownerOf(channel)
    const { secret: refused } = await getSharedSession(app(), held, { signIn: async () => '', patienceMs: 1000 })
    const refuse = async () => {
      throw new ConnectorError('AUTH_FAILED', 'The store does not accept the credentials.')
    }
    const fail = () => getSharedSession(app(), held, { refused, signIn: refuse, patienceMs: 60_000 })
    for (let failed = 0; failed < 2; failed++) {
      const { db } = app()
      let other: PromiseSettledResult<Session> | undefined
      const transact: typeof db.transact = async (actions, token) => {
        if (!other) [other] = await Promise.allSettled([fail()])
        return await db.transact(actions, token)
      }
      const late = { refused, signIn: async () => 'one too many', patienceMs: 60_000 }
      await expect(getSharedSession({ ...app(), db: { ...db, transact } }, held, late)).rejects.toMatchObject({
        code: 'AUTH_FAILED',
      })
      expect(other).toMatchObject({ status: 'rejected', reason: { code: 'AUTH_FAILED' } })
    }
    const later = { refused, signIn: async () => 'new', patienceMs: 60_000 }
    expect(await getSharedSession(app(), held, later)).toEqual({ secret: 'new', isOwn: true })
  })

  /** Claims the sign-in for a caller that dies during it; returns the session that the shop no longer accepts. */
  const dieSigningIn = async (held: Awaited<ReturnType<typeof ownerOf>>) => {
    const { secret: refused } = await getSharedSession(app(), held, { signIn: async () => '', patienceMs: 1000 })
    const dying = Promise.withResolvers<void>()
    const signIn = () => {
      dying.resolve()
      return new Promise<never>(() => {})
    }
    void getSharedSession(app(), held, { refused, patienceMs: 60_000, signIn })
    await dying.promise
    return refused
  }

  it('is created by another caller if a worker dies, and no caller waits longer than its deadline', async () => {
    const channel = await aConnectedChannel()
    const held = await ownerOf(channel)
    const refused = await dieSigningIn(held)
    const signIn = async () => 'by another'
    const late = { ...app(), db: { ...app().db, deadline: new Deadline(() => 1) } }
    await expect(getSharedSession(late, held, { refused, patienceMs: 60_000, signIn })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      retryAfterSeconds: 2,
    })
    ahead = 66_000
    expect(await getSharedSession(app(), held, { refused, patienceMs: 1000, signIn })).toEqual({
      secret: 'by another',
      isOwn: true,
    })
  })

  it('is awaited by a request until its time is nearly over; its 503 does not say that the shop failed', async () => {
    const channel = await aConnectedChannel()
    await dieSigningIn(await ownerOf(channel))
    platform.expire()
    const requests = platform.signIns()
    let left = 15_000
    let reads = 0
    const { db } = app()
    const get: UntypedTable['get'] = (key) => {
      // Too little time for another pause remains once the request has found the claim of the other caller twice.
      if (key.pk.endsWith('#store-session') && ++reads === 3) left = 1050
      return db.get(key)
    }
    useApp({ ...app(), db: typeReads({ ...db, get }) })
    const answer = await send('GET', `${CHANNELS}/${channel.id}/catalog/remote`, {
      headers: { authorization: `Bearer ${owner.token}` },
      context: { getRemainingTimeInMillis: () => left },
    })
    expect(answer.body).toMatchObject({
      status: 503,
      errorCode: 'UNAVAILABLE',
      detail: expect.stringMatching(/signing in/),
    })
    expect(answer.headers['Retry-After']).toBe('2')
    expect([reads, platform.signIns()]).toEqual([3, requests])
  })

  it('causes a 503 if the credentials were changed while a request signed in with the previous ones', async () => {
    const channel = await aConnectedChannel()
    platform.mode.password = 'another'
    platform.expire()
    const made = app()
    let isChanged = false
    const outbound: App['outbound'] = {
      async send(request) {
        const isSignIn = request.url.endsWith('/administrators/token') || /mutation Login/.test(String(request.body))
        if (isSignIn && !isChanged) {
          isChanged = true
          const credentials = { password: platform.mode.password }
          expect((await owner.patch(`${CHANNELS}/${channel.id}/credentials`, { credentials })).status).toBe(200)
        }
        return await made.outbound.send(request)
      },
    }
    useApp({ ...made, outbound })
    const browse = () => owner.get(`${CHANNELS}/${channel.id}/catalog/remote`)
    const answer = await browse()
    expect([answer.status, answer.body.errorCode, answer.headers['Retry-After']]).toEqual([503, 'UNAVAILABLE', '1'])
    expect((await browse()).status).toBe(200)
  })

  it('is stored encrypted, and never used with other credentials', async () => {
    const channel = await aConnectedChannel()
    const before = await channelNow(channel)
    const item = await stored(channel)
    expect(item).toMatchObject({ sealedSession: expect.any(String) })
    expect(JSON.stringify(item)).not.toContain(prefix)
    const discover = async (of: typeof before) => getConnector(type).discover?.(await openShop(app(), owner.tenant, of))
    const path = `${CHANNELS}/${channel.id}/credentials`
    expect((await owner.patch(path, { credentials: { password: platform.mode.password } })).status).toBe(200)
    expect((await stored(channel))?.credentials).not.toBe(item?.credentials)
    expect(platform.signIns()).toBe(2)
    const requests = platform.server.asked.length
    await expect(discover(before)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(platform.server.asked.length).toBe(requests)
    await discover(await channelNow(channel))
    expect(platform.signIns()).toBe(2)
  })

  it('does not apply a refusal of the previous credentials to new ones', async () => {
    const channel = await aConnectedChannel()
    const before = await channelNow(channel)
    platform.expire()
    const held = await ownerOf(channel)
    const { secret: refused } = await getSharedSession(app(), held, { signIn: async () => '', patienceMs: 1000 })
    const signIn = async () => {
      const path = `${CHANNELS}/${before.id}/credentials`
      await owner.patch(path, { credentials: { password: platform.mode.password } })
      throw new ConnectorError('AUTH_FAILED', 'The store does not take the credentials.')
    }
    await expect(getSharedSession(app(), held, { refused, signIn, patienceMs: 1000 })).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    })
  })

  it('is deleted with the connection, and a sign-in that ends later stores nothing', async () => {
    for (const end of ['disconnect', 'delete'] as const) {
      const channel = await aConnectedChannel()
      const held = await ownerOf(channel)
      const { secret: refused } = await getSharedSession(app(), held, { signIn: async () => '', patienceMs: 1000 })
      const signIn = async () => {
        const path = `${CHANNELS}/${channel.id}`
        const { status } = await (end === 'delete' ? owner.delete(path) : owner.post(`${path}/disconnect`))
        expect(status).toBeLessThan(300)
        expect(await stored(channel)).toBeUndefined()
        return 'too late'
      }
      await expect(getSharedSession(app(), held, { refused, signIn, patienceMs: 1000 })).rejects.toBeInstanceOf(
        ConnectorError,
      )
      expect(await stored(channel)).toBeUndefined()
    }
  })
})
