import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { sample } from '../connectors/servers/sample.ts'
import type { StoreServer } from '../connectors/servers/server.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import { aChannel } from '../support/builders.ts'
import { aMember } from '../support/client.ts'
import { ordersOf } from './orders.ts'
import { later, simulating, syncing } from './sync.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let server: StoreServer | undefined
afterEach(() => server?.stop())
afterAll(() => useApp(undefined))

const SHOPS = { woocommerce: startWooCommerce, shopify: startShopify, vendure: startVendure }

describe.each(Object.entries(SHOPS))('a shop of %s', (_type, start) => {
  it.each([
    ['ahead', 5],
    ['behind', -5],
  ])('whose clock was %s for a while loses no order that it dates correctly then', async (_how, hours) => {
    const shop = await start()
    server = shop.server
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    simulating({
      outbound: {
        send: (request) => real.send({ ...request, url: request.url.replace(shop.address, shop.server.url) }),
      },
    })
    const owner = await aMember()
    const { type, credentials, config: connectorConfig } = shop
    const channel = await aChannel(owner, {
      ...{ type, credentials, connectorConfig, syncSettings: { daysToLookBack: 30 } },
    })
    const at = (ms: number) => {
      const date = new Date(Date.now() + ms).toISOString()
      return { placedAt: date, modifiedAt: date }
    }
    shop.put(sample(1, at(hours * HOUR_MS - MINUTE_MS)))
    await syncing(owner, channel)
    later(MINUTE_MS)
    shop.put(sample(2, at(0)))
    await syncing(owner, channel)
    expect((await ordersOf(owner, {})).orders).toHaveLength(2)
  })
})
