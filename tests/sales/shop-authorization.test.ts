import { createHmac } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { isSigned } from '../../lib/connectors/shopify/authorization.ts'
import { type App, app, makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { createLog } from '../../lib/platform/log.ts'
import { keyOf, typeReads, type UntypedTable } from '../../lib/platform/store/table/table.ts'
import { openShop } from '../../lib/sales/channels/channel-connection.ts'
import { findChannel } from '../../lib/sales/channels/channel-store.ts'
import { syncChannel } from '../../lib/sales/order-sync/sync-channel.ts'
import { serve } from '../../local/serve.ts'
import { SHOPIFY_SCOPES } from '../connectors/servers/shopify.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, client, type Member, send } from '../support/client.ts'

const SHOPIFY = { clientId: 'client-1', clientSecret: 'hush', previousClientSecret: '' }
const CALLBACK = '/oauth/channels/callback'

/** A shop that grants tokens for the code `good` and accepts only the latest one. */
const startShop = async () => {
  const seen: Record<string, string>[] = []
  let [given, probes, ended, limit] = [0, 0, false, 0]
  const { port, stop } = await serve(async (request, response) => {
    const body = await text(request)
    const answer = (status: number, json: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    if (request.url !== '/admin/oauth/access_token') {
      probes++
      const taken = request.headers['x-shopify-access-token'] === `canary-token-${given}` && !ended
      if (!taken) return answer(401, { errors: '[API] Invalid API key or access token' })
      const currentAppInstallation = {
        accessScopes: ['read_orders', 'read_customers', 'read_products'].map((handle) => ({ handle })),
      }
      return answer(200, { data: { shop: { name: 'Demo', currencyCode: 'EUR' }, currentAppInstallation } })
    }
    const form = Object.fromEntries(new URLSearchParams(body))
    seen.push(form)
    if (limit) return response.writeHead(429, { 'retry-after': String(limit) }).end()
    if (form.client_secret !== SHOPIFY.clientSecret) return answer(401, { error: 'invalid_client' })
    const known = form.code === 'good' || form.refresh_token === `canary-refresh-${given}`
    if (!known || ended) return answer(400, { error: 'invalid_grant' })
    given++
    return answer(200, {
      access_token: `canary-token-${given}`,
      refresh_token: `canary-refresh-${given}`,
      expires_in: 3600,
    })
  })
  return {
    host: `127.0.0.1:${port}`,
    seen,
    probes: () => probes,
    end: () => {
      ended = true
    },
    /** Makes the shop ask to wait for so many seconds instead of granting tokens. */
    limit: (seconds: number) => {
      limit = seconds
    },
    stop,
  }
}

let ahead = 0
let shop: Awaited<ReturnType<typeof startShop>>
let owner: Member
let using: App

beforeAll(async () => {
  shop = await startShop()
  using = {
    ...makeApp({ ...readConfig(), shopify: SHOPIFY, outboundAllowPrivate: true }),
    clock: () => new Date(Date.now() + ahead),
  }
  useApp(using)
  owner = await aMember()
})
afterAll(async () => {
  useApp(undefined)
  await shop.stop()
})

const signed = (query: Record<string, string>, secret = SHOPIFY.clientSecret) => {
  const names = Object.keys(query).sort()
  const joined = names.map((name) => `${name}=${encodeURIComponent(query[name] as string)}`).join('&')
  return `${joined}&hmac=${createHmac('sha256', secret).update(joined).digest('hex')}`
}

const begin = async (member = owner) => {
  const store_url = `http://${shop.host}`
  const channel = await aChannel(member, { type: 'shopify', credentials: { store_url } })
  const { body } = await member.post(`/api/sales/channels/${channel.id}/reconnect`)
  return { channel, state: body.state, body }
}

const back = (query: string) => client().get(`${CALLBACK}?${query}`)
const nowSeconds = () => String(Math.floor(using.clock().getTime() / 1000))
const bringing = (state: string, more: Record<string, string> = {}) =>
  signed({ code: 'good', shop: shop.host, state, timestamp: nowSeconds(), ...more })
const resultOf = ({ headers }: { headers: Record<string, string> }) => {
  const { origin, searchParams } = new URL(headers.Location as string)
  return [origin, searchParams.get('result')]
}

describe('a signature of Shopify', () => {
  it('matches the documented example, is valid for ninety seconds and only for its query', () => {
    const query = {
      code: 'abc123',
      host: 'YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvZGVtbw',
      shop: 'demo.myshopify.com',
      state: 'n1',
      timestamp: '1700000000',
      hmac: '50cf35bcc1ca0aa3f2861dfe35ea10e91348563246f9518bcadef796dea54fee',
    }
    const at = (seconds: number) => new Date((1_700_000_000 + seconds) * 1000)
    expect(isSigned(query, 'hush', at(30))).toBe(true)
    expect(isSigned(query, 'hush', at(91))).toBe(false)
    expect(isSigned(query, 'other', at(0))).toBe(false)
    expect(isSigned({ ...query, shop: 'evil.myshopify.com' }, 'hush', at(0))).toBe(false)
    for (const hmac of ['', 'zz', query.hmac.toUpperCase(), query.hmac.slice(2)])
      expect(isSigned({ ...query, hmac }, 'hush', at(0))).toBe(false)
    const { timestamp: _timestamp, ...timeless } = query
    expect(isSigned(timeless, 'hush', at(0))).toBe(false)
  })
})

describe('the authorization of a shop', () => {
  it('sends the browser to the shop and stores the tokens encrypted', async () => {
    const { channel, body, state } = await begin()
    expect(body).toMatchObject({ '@type': 'ChannelAuthorization', channelId: channel.id, expiresInSeconds: 600 })
    const url = new URL(body.authorizationUrl)
    expect(url.host).toBe(shop.host)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'client-1',
      state,
      redirect_uri: 'http://localhost:3000/oauth/channels/callback',
    })
    // The stand-in refuses everything else.
    expect(url.searchParams.get('scope')?.split(',')).toEqual(expect.arrayContaining([...SHOPIFY_SCOPES]))
    const answer = await back(bringing(state))
    expect(answer.status).toBe(302)
    expect(resultOf(answer)).toEqual(['http://app.localhost', 'connected'])
    const after = (await owner.get(`/api/sales/channels/${channel.id}`)).body
    expect(after.connectionStatus).toMatchObject({ connected: true })
    const stored = await using.db.query({ pk: `T#${owner.tenant}#tokens` })
    expect(JSON.stringify(stored)).not.toContain('canary')
  })

  it('accepts a state once, with its own shop and a signature of Shopify', async () => {
    const { state } = await begin()
    const wrong = [
      signed({ code: 'good', shop: 'other.myshopify.com', state, timestamp: nowSeconds() }),
      signed({ code: 'good', shop: shop.host, state, timestamp: nowSeconds() }, 'not the secret'),
      signed({ code: 'good', shop: shop.host, state, timestamp: String(Number(nowSeconds()) - 600) }),
      signed({ code: 'good', shop: shop.host, state: `${state}x`, timestamp: nowSeconds() }),
      `code=good&shop=${shop.host}&state=${state}`,
    ]
    const before = shop.seen.length
    for (const query of wrong) expect((await back(query)).status, query).toBe(400)
    expect(shop.seen.length).toBe(before)
    expect((await back(bringing(state))).status).toBe(302)
    expect((await back(bringing(state))).status).toBe(400)
    expect(shop.seen.length).toBe(before + 1)
  })

  it('expires after ten minutes', async () => {
    const { state } = await begin()
    ahead += 601_000
    expect((await back(bringing(state))).status).toBe(400)
  })

  it('exchanges a code once, even if the browser returns twice at once', async () => {
    const { state } = await begin()
    const before = shop.seen.length
    const answers = await Promise.all([1, 2, 3].map(() => back(bringing(state))))
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400])
    expect(shop.seen.length).toBe(before + 1)
  })

  it('is tested once at the shop even if the channel changes meanwhile', async () => {
    const { channel, state } = await begin()
    const { db } = using
    let transactions = 0
    const transact: typeof db.transact = async (actions, token) => {
      const put = actions.find((action) => 'put' in action && action.put.kind === 'channel')
      if (put && !transactions++) {
        const { pk, sk } = keyOf(put)
        await db.update({ update: { pk, sk }, set: 'ADD #rev :one', values: { ':one': 1 } })
      }
      return await db.transact(actions, token)
    }
    const before = shop.probes()
    useApp({ ...using, db: { ...db, transact } })
    const answer = await back(bringing(state)).finally(() => useApp(using))
    expect(resultOf(answer)).toEqual(['http://app.localhost', 'connected'])
    expect([transactions, shop.probes() - before]).toEqual([2, 1])
    expect((await owner.get(`/api/sales/channels/${channel.id}`)).body.connectionStatus.connected).toBe(true)
  })

  it('redirects to the application with the refusal of the shop', async () => {
    const { channel, state } = await begin()
    expect(resultOf(await back(bringing(state, { code: 'bad' })))).toEqual(['http://app.localhost', 'refused'])
    const after = (await owner.get(`/api/sales/channels/${channel.id}`)).body
    expect(after.connectionStatus).toMatchObject({ connected: false, errorCode: 'AUTHORIZATION_PENDING' })
  })

  it('requires a connected Shopify channel and a deployment with an app at Shopify', async () => {
    const other = await aChannel(owner)
    const reconnect = (id: string) => owner.post(`/api/sales/channels/${id}/reconnect`)
    expect((await reconnect(other.id)).status).toBe(409)
    const { channel, state } = await begin()
    await owner.post(`/api/sales/channels/${channel.id}/disconnect`)
    expect((await reconnect(channel.id)).status).toBe(409)
    expect(resultOf(await back(bringing(state)))[1]).toBe('gone')
    useApp({ ...using, config: { ...using.config, shopify: { ...SHOPIFY, clientId: '' } } })
    const { id } = await aChannel(owner, { type: 'shopify', credentials: { store_url: `http://${shop.host}` } })
    expect((await reconnect(id)).body.errorCode).toBe('PROVIDER_NOT_CONFIGURED')
    useApp(using)
  })
})

describe('a channel whose shop is not authorized yet', () => {
  const PENDING = { connected: false, errorCode: 'AUTHORIZATION_PENDING' }
  const store_url = () => `http://${shop.host}`

  it('reports that when it is shown and when an operation needs its shop', async () => {
    const { id, connectionStatus } = await aChannel(owner, { type: 'shopify', credentials: { store_url: store_url() } })
    expect(connectionStatus).toMatchObject(PENDING)
    expect((await owner.get(`/api/sales/channels/${id}`)).body.connectionStatus).toMatchObject(PENDING)
    const asking = [
      [409, await owner.post(`/api/sales/channels/${id}/catalog/publish`)],
      [409, await owner.post(`/api/sales/channels/${id}/inventory/publish`)],
      [424, await owner.get(`/api/sales/channels/${id}/catalog/remote`)],
      [424, await owner.post(`/api/sales/channels/${id}/webhooks`, { topic: 'orders/create' })],
    ] as const
    for (const [status, answer] of asking) {
      expect([answer.status, answer.body.detail]).toEqual([status, expect.stringContaining('not been authorized yet')])
      expect(answer.text).not.toContain('AUTH_FAILED')
    }
    expect((await owner.get(`/api/sales/channels/${id}`)).body.connectionStatus).toMatchObject(PENDING)
  })

  it('keeps waiting if its credentials change without an access token', async () => {
    const { id } = await aChannel(owner, { type: 'shopify', credentials: { store_url: store_url() } })
    const credentials = { store_url: `${store_url()}/` }
    const { body } = await owner.patch(`/api/sales/channels/${id}/credentials`, { credentials })
    expect(body.connectionStatus).toMatchObject(PENDING)
  })

  it('differs from a refused one', async () => {
    const { id } = await aChannel(owner, { type: 'shopify', credentials: { store_url: store_url() } })
    const publish = () => owner.post(`/api/sales/channels/${id}/catalog/publish`)
    expect((await publish()).body.detail).toContain('not been authorized yet')
    const credentials = { access_token: 'refused' }
    const { body } = await owner.patch(`/api/sales/channels/${id}/credentials`, { credentials })
    expect(body.connectionStatus).toMatchObject({ errorCode: 'AUTH_FAILED' })
  })

  it('is reported by a test of its credentials', async () => {
    const given = { type: 'shopify', credentials: { store_url: store_url() } }
    const { body } = await owner.post('/api/sales/channels/test-connection', given)
    expect(body).toMatchObject(PENDING)
  })
})

describe('a channel that changes to another shop', () => {
  it('does not send it the tokens of the previous one, and is not synced until it is authorized', async () => {
    const { channel, state } = await begin()
    await back(bringing(state))
    const store_url = 'https://other-shop.myshopify.com'
    const { body } = await owner.patch(`/api/sales/channels/${channel.id}/credentials`, { credentials: { store_url } })
    expect(body.connectionStatus).toMatchObject({ connected: false, errorCode: 'AUTHORIZATION_PENDING' })
    const stored = await findChannel(using.db, owner.tenant, channel.id)
    expect(stored?.authFailedAt).toEqual(expect.any(String))
    expect(await using.db.get({ pk: `T#${owner.tenant}#tokens`, sk: channel.connectionId })).toBeUndefined()
  })
})

describe('the tokens of a shop', () => {
  const tokenOf = async (id: string) => {
    const channel = await findChannel(using.db, owner.tenant, id)
    const store = await openShop(using, owner.tenant, channel as NonNullable<typeof channel>)
    return store.token as (refused?: string) => Promise<string>
  }

  it('are awaited by a request while another worker renews them; its 503 does not say that the shop failed', async () => {
    const { channel, state } = await begin()
    await back(bringing(state))
    ahead += 3_700_000
    onTestFinished(() => {
      ahead -= 3_700_000
      useApp(using)
    })
    const until = new Date(using.clock().getTime() + 60_000).toISOString()
    await using.db.update({
      update: { pk: `T#${owner.tenant}#tokens`, sk: channel.connectionId },
      set: 'SET #refreshingBy = :by, #refreshingUntil = :until',
      values: { ':by': 'another', ':until': until },
    })
    let reads = 0
    const get: UntypedTable['get'] = (key) => {
      if (key.pk.endsWith('#tokens')) reads++
      return using.db.get(key)
    }
    const { token } = await aMember({ tenant: owner.tenant })
    const probes = shop.probes()
    useApp({ ...using, db: typeReads({ ...using.db, get }) })
    const { status, body, headers } = await send('GET', `/api/sales/channels/${channel.id}/catalog/remote`, {
      headers: { authorization: `Bearer ${token}` },
      // Too little time for another pause remains after the second look.
      context: { getRemainingTimeInMillis: () => (reads < 2 ? 15_000 : 1050) },
    })
    expect([status, body.errorCode, headers['Retry-After']]).toEqual([503, 'UNAVAILABLE', '1'])
    expect(body.detail).toBe('The connection is being renewed. Try again in a moment.')
    expect([reads, shop.probes()]).toEqual([2, probes])
  })

  /** Lets the tokens expire until the end of the test. */
  const letExpire = () => {
    ahead += 7_200_000
    onTestFinished(() => {
      ahead -= 7_200_000
    })
  }
  const browse = async (id: string) => {
    const member = await aMember({ tenant: owner.tenant })
    return await member.get(`/api/sales/channels/${id}/catalog/remote`)
  }

  it('are still good if the shop refuses the account of this deployment, and syncing continues when it is mended', async () => {
    const { channel, state } = await begin()
    await back(bringing(state))
    letExpire()
    onTestFinished(() => useApp(using))
    useApp({ ...using, config: { ...using.config, shopify: { ...SHOPIFY, clientSecret: 'rotated' } } })
    const { status, body } = await browse(channel.id)
    expect([status, body.errorCode]).toEqual([502, 'UPSTREAM_FAILED'])
    expect(body.detail).toBe('UPSTREAM_ERROR: The shop refused the account of this deployment. Contact its operator.')
    await syncChannel(app(), owner.tenant, channel.id, createLog({}))
    const stored = await findChannel(using.db, owner.tenant, channel.id)
    expect(stored).toMatchObject({ authFailedAt: null, duePk: expect.any(String) })
    useApp(using)
    expect(await (await tokenOf(channel.id))()).toMatch(/^canary-token-/)
  })

  it('cannot be renewed while the shop asks to wait; the answer says for how long', async () => {
    const { channel, state } = await begin()
    await back(bringing(state))
    letExpire()
    shop.limit(17)
    onTestFinished(() => shop.limit(0))
    const { status, headers } = await browse(channel.id)
    expect([status, headers['Retry-After']]).toEqual([502, '17'])
  })

  it('are renewed once before they expire; a refusal stops syncing the channel', async () => {
    const { channel, state } = await begin()
    await back(bringing(state))
    const first = await (await tokenOf(channel.id))()
    expect(first).toMatch(/^canary-token-/)
    ahead += 3_590_000
    const before = shop.seen.length
    const ask = await tokenOf(channel.id)
    const renewed = await Promise.all([ask(), ask(), ask()])
    expect(new Set(renewed).size).toBe(1)
    expect(renewed[0]).not.toBe(first)
    expect(shop.seen.length).toBe(before + 1)
    shop.end()
    ahead += 3_590_000
    await expect(ask()).rejects.toMatchObject({ code: 'AUTH_FAILED' })
    const stored = await findChannel(using.db, owner.tenant, channel.id)
    expect(stored).toMatchObject({ authFailedAt: expect.any(String), connectionStatus: { errorCode: 'AUTH_FAILED' } })
    expect(stored?.duePk).toBeUndefined()
  })
})
