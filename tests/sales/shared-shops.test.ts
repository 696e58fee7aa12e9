import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { sample } from '../connectors/servers/sample.ts'
import type { StoreServer } from '../connectors/servers/server.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { ordersOf } from './orders.ts'
import { later, recordsOf, runsOf, simulating, syncing } from './sync.ts'

const DAY_MS = 86_400_000
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const fresh = (id: number) => sample(id, { placedAt: ago(1), modifiedAt: ago(1) })

let owner: Member
let server: StoreServer | undefined
beforeEach(async () => {
  owner = await aMember()
})
afterEach(() => server?.stop())
afterAll(() => useApp(undefined))

const open = (shop: { address: string; server: StoreServer }) => {
  server = shop.server
  const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
  simulating({
    outbound: { send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }) },
  })
}

type Connected = Awaited<ReturnType<typeof aChannel>>

/** Returns the channel of each order of the shop, by external id. */
const owners = async () => {
  const { orders } = await ordersOf(owner, {})
  return orders.map(({ externalOrderId, ...order }) => [
    externalOrderId,
    (order as unknown as { channelId: string }).channelId,
  ])
}

const syncAll = async (...channels: Connected[]) => {
  for (const channel of channels) await syncing(owner, channel)
}

const skippedIn = async (channel: Connected) => {
  const [run] = await runsOf(owner, channel)
  return { run, records: (await recordsOf(owner, channel, run, 'action=skipped')).member }
}

describe('an order of a Vendure shop with several channels', () => {
  let shop: Awaited<ReturnType<typeof startVendure>>
  const [whole, gross, outlet] = [
    { code: '__default_channel__', token: 'default-token' },
    { code: 'gross', token: 'gross-token', pricesIncludeTax: true },
    { code: 'outlet', token: 'outlet-token', pricesIncludeTax: false },
  ]
  const connect = (token: string | undefined, fields: object = {}) => {
    const { type, credentials } = shop
    const own = token === undefined ? credentials : { ...credentials, channel_token: token }
    return aChannel(owner, { type, credentials: own, syncSettings: { daysToLookBack: 30 }, ...fields })
  }
  beforeEach(async () => {
    shop = await startVendure()
    shop.mode.channels = [gross, outlet]
    open(shop)
  })

  it.each(['the default channel', 'the other channel'])(
    'belongs to the channel of its own, if %s is read first',
    async (first) => {
      shop.putAs(fresh(1), { channels: [whole, gross] })
      shop.putAs(fresh(2), { channels: [whole] })
      const channels = [await connect(undefined), await connect('gross-token')] as [Connected, Connected]
      const [all, own] = channels
      await syncAll(...(first === 'the default channel' ? channels : channels.toReversed()))
      const expected = [
        ['CODE1', own.id],
        ['CODE2', all.id],
      ]
      expect((await owners()).sort()).toEqual(expected)
      const { run, records } = await skippedIn(all)
      expect(run).toMatchObject({ status: 'success', itemsSynced: 1, itemsSkipped: 1, itemsFailed: 0 })
      expect(records).toMatchObject([
        { externalId: 'CODE1', errorMessage: `The order belongs to the channel ${own.code} of the same shop.` },
      ])

      later(60_000)
      shop.putAs(sample(1, { placedAt: ago(1), modifiedAt: ago(0) }), { channels: [whole, gross] })
      await syncAll(...channels)
      expect((await owners()).sort()).toEqual(expected)
    },
  )

  it('is told apart by code and by token, and between three channels', async () => {
    shop.putAs(fresh(1), { channels: [whole, gross] })
    shop.putAs(fresh(2), { channels: [whole, outlet], currencyCode: 'GBP' })
    shop.putAs(fresh(3), { channels: [whole] })
    const { id: all } = await connect(undefined)
    const { id: ofCode } = await connect(undefined, { connectorConfig: { channel_code: 'outlet' } })
    const { id: ofToken } = await connect('gross-token')
    await syncAll({ id: all }, { id: ofCode }, { id: ofToken })
    await syncAll({ id: ofToken }, { id: ofCode }, { id: all })
    expect((await owners()).sort()).toEqual([
      ['CODE1', ofToken],
      ['CODE2', ofCode],
      ['CODE3', all],
    ])
  })

  it('stays in the channel that has it when a channel of its own is connected', async () => {
    shop.putAs(fresh(1), { channels: [whole, gross] })
    const all = await connect(undefined)
    await syncing(owner, all)
    const own = await connect('gross-token')
    await syncing(owner, own)
    expect(await owners()).toEqual([['CODE1', all.id]])
    expect((await skippedIn(own)).records).toMatchObject([
      { externalId: 'CODE1', resourceUri: expect.stringMatching(/^commerce:\/\/\/sales\/orders\//) },
    ])
  })

  it('keeps the tokens of the channels out of the payload', async () => {
    shop.putAs(fresh(1), { channels: [whole, gross] })
    const own = await connect('gross-token')
    await syncing(owner, own)
    const { status, body } = await owner.get(`/api/sales/channels/${own.id}/external-orders/CODE1`)
    expect(status).toBe(200)
    expect(body.payload).toContain('gross')
    expect(body.payload).not.toContain('gross-token')
  })

  it('says what follows when a second channel of the shop is connected', async () => {
    const first = await connect(undefined)
    expect(first.warnings).toEqual([])
    const second = await connect('gross-token')
    expect(second.warnings).toMatchObject([{ code: 'SHOP_SHARED', message: expect.stringContaining(first.code) }])
    expect((await owner.get(`/api/sales/channels/${first.id}`)).body.warnings).toMatchObject([{ code: 'SHOP_SHARED' }])
    await owner.post(`/api/sales/channels/${second.id}/disconnect`)
    expect((await owner.get(`/api/sales/channels/${first.id}`)).body.warnings).toEqual([])
  })
})

it('leaves an order of Sylius to the channel of its code, and one of another channel to nobody', async () => {
  const shop = await startSylius()
  open(shop)
  shop.put(fresh(1))
  shop.put(fresh(2), { channel: '/api/v2/admin/channels/OUTLET' })
  const { type, credentials } = shop
  const more = { type, credentials, syncSettings: { daysToLookBack: 30 } }
  const web = await aChannel(owner, { ...more, connectorConfig: { channel_code: 'WEB' } })
  await syncing(owner, web)
  expect(await owners()).toEqual([['000000001', web.id]])
  const all = await aChannel(owner, more)
  await syncAll(all, web)
  expect((await owners()).sort()).toEqual([
    ['000000001', web.id],
    ['000000002', all.id],
  ])
})

describe('an order of a shop without channels of its own', () => {
  let shop: Awaited<ReturnType<typeof startWooCommerce>>
  beforeEach(async () => {
    shop = await startWooCommerce()
    open(shop)
    shop.put(fresh(1))
  })
  const connect = (store_url: string, fields: object = {}) => {
    const { type, credentials } = shop
    return aChannel(owner, {
      ...{ type, credentials: { ...credentials, store_url }, syncSettings: { daysToLookBack: 30 } },
      ...fields,
    })
  }

  it('belongs to the oldest channel of the shop, however its address is spelled', async () => {
    const first = await connect('https://woo.test')
    const second = await connect('https://WOO.test/wp-admin/')
    await syncAll(second, first)
    await syncAll(second, first)
    expect(await owners()).toEqual([['1', first.id]])
  })

  it('belongs to one that imports orders, and is not imported again after a channel was disconnected', async () => {
    const first = await connect('https://woo.test', {
      syncSettings: { autoImportEnabled: false, daysToLookBack: 30 },
    })
    const second = await connect('https://woo.test')
    await syncAll(second)
    expect(await owners()).toEqual([['1', second.id]])
    await owner.post(`/api/sales/channels/${second.id}/disconnect`)
    const third = await connect('https://woo.test')
    await syncAll(first, third)
    expect(await owners()).toEqual([['1', second.id]])
  })

  it('is imported again by a channel of another tenant', async () => {
    await syncAll(await connect('https://woo.test'))
    const other = await aMember()
    const { type, credentials } = shop
    const theirs = await aChannel(other, { type, credentials, syncSettings: { daysToLookBack: 30 } })
    await syncing(other, theirs)
    expect((await ordersOf(other, {})).total).toBe(1)
  })
})
