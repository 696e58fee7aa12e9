import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sold } from '../../lib/connectors/simulator/catalog.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { aChannel, aStockItem } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf } from './runs.ts'
import { aShop } from './shops.ts'
import { recordsOf, simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'

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
  return (await recordsOf(owner, channel, last as { id: string })).member as {
    externalId: string
    label: string
    action: string
  }[]
}
const recordOf = async (channel: Channel, path: string, sku: string) =>
  (await run(channel, path)).filter(({ label }) => label === sku).reverse()
const detect = async (channel: Channel) =>
  expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/detect-conflicts`)).status).toBe(200)
const rowOf = async (channel: Channel, sku: string, of = 'catalog/drift/rows') =>
  (await owner.get(`${CHANNELS}/${channel.id}/${of}?itemsPerPage=100`)).body.member.find(
    (each: { sku: string }) => each.sku === sku,
  )
const planOf = async (channel: Channel) => (await owner.get(`${CHANNELS}/${channel.id}/catalog/plan`)).body
const stock = async (sku: string, onHand: number) => {
  const { body } = await owner.get('/api/catalog/variants?itemsPerPage=100')
  const variant = body.member.find((each: { sku: string }) => each.sku === sku)
  await aStockItem(owner, { variantId: variant.id, onHand, reserved: 0 })
}
const relinked = (from: string, to: string) => ({
  ...{ action: 'updated', externalId: to, changes: [{ field: '/externalVariantId', from, to }] },
})

describe.each(Object.entries(PLATFORMS))('a product that was made anew in %s', (type, start) => {
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
    platform.shelf.sell(goods(2))
    channel = await aChannel(owner, { type, credentials, connectorConfig })
    await run(channel, 'catalog/import')
    await stock('SKU-1', 7)
  })
  afterEach(() => platform.server.stop())

  const soldAs = () => platform.shelf.sold().filter(({ sku }) => sku === 'SKU-1')
  const makeAnew = () => {
    const [before] = soldAs()
    platform.shelf.lose('SKU-1')
    platform.shelf.sell(goods(1))
    const [after] = soldAs()
    return { before: before?.variant as string, after: after?.variant as string, product: after?.product }
  }

  it('is linked again by an import, and its stock is told', async () => {
    const { before, after, product } = makeAnew()
    const [record] = await recordOf(channel, 'catalog/import', 'SKU-1')
    if (type === 'sylius')
      expect(record).toMatchObject({ action: 'updated', changes: [{ field: '/externalProductId', to: product }] })
    else expect(record).toMatchObject(relinked(before, after))
    expect(await recordOf(channel, 'catalog/import', 'SKU-1')).toMatchObject([{ action: 'unchanged' }])
    expect(await recordOf(channel, 'inventory/publish', 'SKU-1')).toMatchObject([{ action: 'updated' }])
    expect(soldAs()).toMatchObject([{ quantity: 7 }])
    expect(await rowOf(channel, 'SKU-1')).toMatchObject({ driftState: 'in_sync', shopState: null })
  })

  // Stock is told to Sylius by the code, which is the same in the new product.
  it.skipIf(type === 'sylius')('is found by a publish once the shop said that it has no such variant', async () => {
    makeAnew()
    const [record] = await recordOf(channel, 'inventory/publish', 'SKU-1')
    expect(record).toMatchObject({
      ...{ action: 'failed', errorCode: 'REFUSED', errorMessage: expect.stringMatching('no longer has this variant') },
    })
    expect(await rowOf(channel, 'SKU-1')).toMatchObject({ driftState: 'drifted', shopState: 'missing' })
    expect(await planOf(channel)).toMatchObject({ createCount: 1, items: [{ sku: 'SKU-1', action: 'create' }] })
    await run(channel, 'catalog/publish')
    expect(await rowOf(channel, 'SKU-1')).toMatchObject({ driftState: 'in_sync', shopState: null })
    expect(soldAs()).toHaveLength(1)
    expect(await recordOf(channel, 'inventory/publish', 'SKU-1')).toMatchObject([{ action: 'updated' }])
    expect(soldAs()).toMatchObject([{ quantity: 7 }])
  })

  it('is created again by a publish if nothing took its place, which a search for conflicts finds', async () => {
    platform.shelf.lose('SKU-1')
    await detect(channel)
    expect(await rowOf(channel, 'SKU-1')).toMatchObject({ driftState: 'drifted', shopState: 'missing' })
    expect(await recordOf(channel, 'catalog/publish', 'SKU-1')).toMatchObject([{ action: 'created' }])
    expect(soldAs()).toHaveLength(1)
  })
})

/** Sylius has codes, which are unique, and WooCommerce refuses a SKU that another product has. */
const HAVE_UNIQUE_SKUS = ['sylius', 'woocommerce']
describe.each(Object.entries(PLATFORMS).filter(([type]) => !HAVE_UNIQUE_SKUS.includes(type)))(
  'one SKU in two products of %s, whose ids are no SKUs',
  (type, start) => {
    let platform: Awaited<ReturnType<typeof start>>
    beforeEach(async () => {
      platform = await start()
      const { address, server } = platform
      const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
      simulating({
        outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
      })
    })
    afterEach(() => platform.server.stop())

    it('is told of the first, and every list says that the second goes on without', async () => {
      platform.shelf.sell(goods(1))
      const { credentials, config: connectorConfig } = platform
      const channel = await aChannel(owner, { type, credentials, connectorConfig })
      await run(channel, 'catalog/import')
      await stock('SKU-1', 7)
      platform.shelf.sell(goods(1, { name: 'The same once more' }))
      const [first, twin] = platform.shelf.sold() as [{ variant: string }, ReturnType<typeof platform.shelf.sold>[0]]
      const skipped = { action: 'skipped', externalId: twin.variant, errorCode: 'ALREADY_EXISTS' }
      expect(await recordOf(channel, 'catalog/import', 'SKU-1')).toContainEqual(expect.objectContaining(skipped))
      const alsoSoldAs = [{ externalProductId: twin.product, externalVariantId: twin.variant }]
      expect(await rowOf(channel, 'SKU-1')).toMatchObject({ alsoSoldAs })
      expect(await rowOf(channel, 'SKU-1', 'inventory/plan')).toMatchObject({ action: 'update', alsoSoldAs })
      await run(channel, 'inventory/publish')
      const quantities = platform.shelf.sold().map(({ variant, quantity }) => [variant, quantity])
      expect(quantities).toEqual([
        [first.variant, 7],
        [twin.variant, twin.quantity],
      ])
    })
  },
)

describe('a variant that was made anew', () => {
  beforeEach(() => simulating())

  const remake = async (channel: Awaited<ReturnType<typeof aShop>>) => {
    const before = (await channel.sold()).get('variant-1') as Sold
    await channel.remove('variant-1')
    await channel.make({ ...before, externalVariantId: 'variant-anew' })
    return before
  }

  it('is linked again in a simulated shop by an import, and keeps its product and its sibling', async () => {
    const channel = await aShop(owner, 4)
    await run(channel, 'catalog/import')
    await stock('SIM-1', 7)
    await remake(channel)
    expect(await recordOf(channel, 'catalog/import', 'SIM-1')).toMatchObject([relinked('variant-1', 'variant-anew')])
    expect(await recordOf(channel, 'inventory/publish', 'SIM-1')).toMatchObject([
      { action: 'updated', externalId: 'variant-anew' },
    ])
    expect((await channel.sold()).get('variant-anew')?.stock).toMatchObject({ quantity: 7 })
    expect(await rowOf(channel, 'SIM-0')).toMatchObject({ driftState: 'in_sync' })
  })

  it('is linked again in a simulated shop by a publish after its stock was refused', async () => {
    const channel = await aShop(owner, 4)
    await run(channel, 'catalog/import')
    await stock('SIM-1', 7)
    await remake(channel)
    expect(await recordOf(channel, 'inventory/publish', 'SIM-1')).toMatchObject([{ action: 'failed' }])
    expect(await recordOf(channel, 'catalog/publish', 'SIM-1')).toMatchObject([{ externalId: 'variant-anew' }])
    expect(await recordOf(channel, 'inventory/publish', 'SIM-1')).toMatchObject([{ action: 'updated' }])
    expect((await channel.sold()).get('variant-anew')?.stock).toMatchObject({ quantity: 7 })
  })

  it('is a variation of WooCommerce like any other', async () => {
    const platform = await PLATFORMS.woocommerce()
    const { address, server, credentials, catalog } = platform
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
    const variants = ['S', 'M'].map((name) => ({ sku: `TS-${name}`, name, price: '20.00' }))
    platform.shelf.sell(goods(1, { variants }))
    const channel = await aChannel(owner, { type: 'woocommerce', credentials })
    await run(channel, 'catalog/import')
    const before = platform.shelf.sold().find(({ sku }) => sku === 'TS-M')
    platform.shelf.lose('TS-M')
    const made = catalog.write(catalog.blank(Number(before?.product)), {
      ...{ sku: 'TS-M', regular_price: '21.00', attributes: [{ name: 'Size', option: 'M' }] },
    })
    expect(await recordOf(channel, 'catalog/import', 'TS-M')).toMatchObject([
      relinked(before?.variant as string, String(made.id)),
    ])
    await server.stop()
  })

  it('resumes if the shop has it again after all', async () => {
    const channel = await aShop(owner, 2)
    await run(channel, 'catalog/import')
    await stock('SIM-1', 7)
    const before = (await channel.sold()).get('variant-1') as Sold
    await channel.remove('variant-1')
    expect(await recordOf(channel, 'inventory/publish', 'SIM-1')).toMatchObject([{ action: 'failed' }])
    await channel.add(before)
    expect(await recordOf(channel, 'inventory/publish', 'SIM-1')).toMatchObject([{ action: 'updated' }])
    expect(await rowOf(channel, 'SIM-1')).toMatchObject({ driftState: 'in_sync', shopState: null })
  })
})

describe('one SKU in two variants of a shop', () => {
  beforeEach(() => simulating())

  const doubled = async () => {
    const channel = await aShop(owner, 2)
    await run(channel, 'catalog/import')
    await stock('SIM-1', 3)
    const before = (await channel.sold()).get('variant-1') as Sold
    await channel.add({ ...before, externalProductId: 'product-twin', externalVariantId: 'twin' })
    return channel
  }
  const alsoSoldAs = [{ externalProductId: 'product-twin', externalVariantId: 'twin' }]

  it('is linked with the first, and import, drift and plan say that the second is told nothing', async () => {
    const channel = await doubled()
    for (let again = 1; again <= 2; again++)
      expect(await recordOf(channel, 'catalog/import', 'SIM-1')).toMatchObject([
        { action: 'unchanged', externalId: 'variant-1' },
        {
          ...{ action: 'skipped', externalId: 'twin', errorCode: 'ALREADY_EXISTS' },
          errorMessage: expect.stringMatching('two variants with this SKU, and variant-1 is the one that is linked'),
        },
      ])
    expect(await rowOf(channel, 'SIM-1')).toMatchObject({ driftState: 'in_sync', alsoSoldAs })
    expect(await rowOf(channel, 'SIM-1', 'inventory/plan')).toMatchObject({ action: 'update', alsoSoldAs })
    expect(await rowOf(channel, 'SIM-0')).toMatchObject({ alsoSoldAs: [] })
    await recordOf(channel, 'inventory/publish', 'SIM-1')
    const sold = await channel.sold()
    expect([sold.get('variant-1')?.stock?.quantity, sold.get('twin')?.stock]).toEqual([3, null])
  })

  it('is found in one page with a change of the first', async () => {
    const channel = await doubled()
    await channel.change('variant-1', {}, { name: 'Changed there' })
    const records = await recordOf(channel, 'catalog/import', 'SIM-1')
    expect(records.map(({ externalId, action }) => [externalId, action])).toEqual([
      ['variant-1', 'unchanged'],
      ['twin', 'skipped'],
    ])
    expect(await rowOf(channel, 'SIM-1')).toMatchObject({ changedInShop: ['/name'], alsoSoldAs })
  })

  it('ends when one of them gets another SKU, or is deleted', async () => {
    const channel = await doubled()
    await run(channel, 'catalog/import')
    await detect(channel)
    expect(await rowOf(channel, 'SIM-1')).toMatchObject({ alsoSoldAs })
    await channel.change('twin', { sku: 'OTHER' }, { sku: 'OTHER' })
    await detect(channel)
    expect(await rowOf(channel, 'SIM-1')).toMatchObject({ driftState: 'in_sync', alsoSoldAs: [] })

    await channel.change('twin', { sku: 'SIM-1' }, { sku: 'SIM-1' })
    await run(channel, 'catalog/import')
    await channel.remove('variant-1')
    expect(await recordOf(channel, 'catalog/import', 'SIM-1')).toMatchObject([relinked('variant-1', 'twin')])
    expect(await rowOf(channel, 'SIM-1')).toMatchObject({ shopState: null, alsoSoldAs: [] })
  })
})
