import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { aChannel, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf } from './runs.ts'
import { aShop } from './shops.ts'
import { recordsOf, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const NO_PRICE = 'The variant has no price in EUR, the currency of the shop.'
const ENDS_SALE = 'A sale runs in the shop at 10.00 EUR, which the price would end. End the sale in the shop first.'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
})
afterAll(() => useApp(undefined))

type Channel = { id: string }

const run = async (channel: Channel, path: string, body?: object) => {
  expect((await owner.post(`${CHANNELS}/${channel.id}/${path}`, body)).status).toBe(202)
  await runPartitions(owner)
  const [last] = await runsOf(owner, channel)
  const { member } = await recordsOf(owner, channel, last as { id: string })
  return member as { label: string; action: string; errorMessage: string | null }[]
}
const variantOf = async (sku: string) =>
  (await owner.get('/api/catalog/variants?itemsPerPage=100')).body.member.find(
    (each: { sku: string }) => each.sku === sku,
  )
const price = async (sku: string, ...prices: { currency: string; amount: number }[]) => {
  const { id } = await variantOf(sku)
  expect((await owner.patch(`/api/catalog/variants/${id}`, { prices })).status).toBe(200)
}
const warningsOf = async (channel: Channel) => {
  const { items } = (await owner.get(`${CHANNELS}/${channel.id}/catalog/plan`)).body
  return Object.fromEntries(items.map(({ sku, warnings }: { sku: string; warnings: string[] }) => [sku, warnings]))
}
const EUR = { currency: 'EUR', amount: 1500 }
const USD = { currency: 'USD', amount: 1999 }

describe.each(Object.entries(PLATFORMS))('the plan of a publish to %s', (type, start) => {
  let platform: Awaited<ReturnType<typeof start>>
  let channel: Channel
  beforeEach(async () => {
    platform = await start()
    const { address, server, credentials, config: connectorConfig } = platform
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
    platform.shelf.sell(goods(1))
    channel = await aChannel(owner, { type, credentials, connectorConfig })
    await run(channel, 'catalog/import')
  })
  afterEach(() => platform.server.stop())

  it('says which variants have no price in the currency of the shop, whether it has them or not', async () => {
    await aVariant(owner, { sku: 'NEW', prices: [USD] })
    await aVariant(owner, { sku: 'PRICED', prices: [EUR] })
    await price('SKU-1', USD)
    const warnings = { 'SKU-1': [NO_PRICE], NEW: [NO_PRICE], PRICED: [] }
    expect(await warningsOf(channel)).toEqual(warnings)
    const records = await run(channel, 'catalog/publish')
    expect(Object.fromEntries(records.map(({ label, errorMessage }) => [label, errorMessage]))).toEqual({
      ...{ 'SKU-1': NO_PRICE, NEW: NO_PRICE, PRICED: null },
    })
    expect(platform.shelf.priceOf('SKU-1')).toEqual({ paid: 12.9, regular: 12.9 })
    expect(platform.shelf.sold().map(({ sku }) => sku)).toEqual(['SKU-1', 'PRICED'])
  })

  it('says so if a price would end a sale, which nothing else changes', async () => {
    if (!platform.shelf.discount('SKU-1', '10.00')) return
    await run(channel, 'catalog/import')
    expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/detect-conflicts`)).status).toBe(200)
    const rowOf = async () => (await owner.get(`${CHANNELS}/${channel.id}/catalog/drift/rows`)).body.member[0]
    const sale = { currency: 'EUR', amount: 1000 }
    expect(await rowOf()).toMatchObject({ driftState: 'in_sync', changedInShop: [], sale })

    await price('SKU-1', EUR)
    expect(await warningsOf(channel)).toEqual({ 'SKU-1': [] })
    expect(await run(channel, 'catalog/publish')).toMatchObject([{ action: 'updated' }])
    expect(platform.shelf.priceOf('SKU-1')).toEqual({ paid: 10, regular: 15 })

    await price('SKU-1', { currency: 'EUR', amount: 1000 })
    expect(await warningsOf(channel)).toEqual({ 'SKU-1': [ENDS_SALE] })
    expect(await run(channel, 'catalog/publish')).toMatchObject([{ action: 'failed', errorMessage: ENDS_SALE }])
    expect(platform.shelf.priceOf('SKU-1')).toEqual({ paid: 10, regular: 15 })

    await price('SKU-1', EUR)
    platform.shelf.discount('SKU-1', null)
    await run(channel, 'catalog/import')
    expect(await rowOf()).toMatchObject({ driftState: 'in_sync', changedInShop: [], sale: null })
  })
})

it('says of a simulated shop which variants have no price in its currency', async () => {
  simulating()
  const channel = await aShop(owner, 2)
  await run(channel, 'catalog/import')
  await aVariant(owner, { sku: 'NEW', prices: [USD] })
  await price('SIM-0', USD)
  expect(await warningsOf(channel)).toEqual({ 'SIM-0': [NO_PRICE], NEW: [NO_PRICE] })
  const records = await run(channel, 'catalog/publish')
  expect(records.map(({ label, errorMessage }) => [label, errorMessage]).sort()).toEqual([
    ['NEW', NO_PRICE],
    ['SIM-0', NO_PRICE],
  ])
  expect((await channel.find('SIM-0'))?.content.prices).toEqual({ EUR: 500 })
})
