import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { connect, PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { sample } from '../connectors/servers/sample.ts'
import { aManualChannel, aRow, importing } from '../sales/orders.ts'
import { runPartitions, runsOf } from '../sales/runs.ts'
import { aShop } from '../sales/shops.ts'
import { simulating, syncing } from '../sales/sync.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { anInternal, aPolicy, INCIDENTS, ORDERS, ordersOf, settled, stocking } from './fulfilling.ts'

const CHANNELS = '/api/sales/channels'

let owner: Member
beforeEach(async () => {
  owner = await aMember()
  await aPolicy(owner)
})
afterAll(() => useApp(undefined))

const variantOf = async (sku: string) =>
  (await owner.get('/api/catalog/variants?itemsPerPage=100')).body.member.find(
    (each: { sku: string }) => each.sku === sku,
  )
const importCatalog = async (channel: { id: string }) => {
  expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/import`)).status).toBe(202)
  await runPartitions(owner)
  expect((await runsOf(owner, channel))[0]).toMatchObject({ status: 'success', itemsFailed: 0 })
}
const stockAll = async (...skus: string[]) => {
  const custodian = await anInternal(owner)
  for (const sku of skus) await stocking(owner, (await variantOf(sku)).id, custodian.id, 100)
  return custodian
}
const incidentsOf = async () => (await owner.get(`${INCIDENTS}?status=open`)).body.member
const ordersOfChannel = async ({ id }: { id: string }) =>
  (await owner.get(`/api/sales/orders?channelId=${id}&itemsPerPage=100`)).body.member
const plannedOf = async (order: { id: string }) =>
  (await ordersOf(owner, order.id)).flatMap(({ lines }: { lines: { sku: string; ordered: number }[] }) =>
    lines.map(({ sku, ordered }) => `${ordered} ${sku}`),
  )
const conflictingWith = (linked: string, alike: string) => ({
  reason: 'ambiguous_variant',
  description: expect.stringMatching(new RegExp(`sold .+ as ${alike}, but it is linked with ${linked} here`)),
})

describe.each(Object.entries(PLATFORMS))('an order of %s', (type, start) => {
  let platform: Awaited<ReturnType<typeof start>>
  let channel: { id: string }
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
    await importCatalog(channel)
    await stockAll('SKU-1', 'SKU-2')
  })
  afterEach(() => platform.server.stop())

  const bought = async (id: number, sku: string, as = sku) => {
    const sold = platform.shelf.sold().find((each) => each.sku === sku)
    if (!sold) throw new Error(`${sku} is not sold`)
    const now = new Date().toISOString()
    platform.put(sample(id, { placedAt: now, modifiedAt: now, sells: { ...sold, sku: as } }))
    return { externalVariantId: sold.variant }
  }
  const received = async () => {
    await syncing(owner, channel)
    await settled()
    const [order] = await ordersOfChannel(channel)
    return order
  }

  it('names the variant of the shop', async () => {
    const { externalVariantId } = await bought(1, 'SKU-1')
    const order = await received()
    expect(order.lineItems).toMatchObject([{ sku: 'SKU-1', externalVariantId }])
    expect(await plannedOf(order)).toEqual(['2 SKU-1'])
    const { connector, store } = connect(platform)
    const page = await connector.catalog?.page(store, null)
    expect(page?.variants.map((each) => each.externalVariantId)).toContain(externalVariantId)
  })

  it('is fulfilled with the linked variant although its SKU was changed here', async () => {
    const { id } = await variantOf('SKU-1')
    expect((await owner.patch(`/api/catalog/variants/${id}`, { sku: 'OURS' })).status).toBe(200)
    await bought(1, 'SKU-1')
    expect(await plannedOf(await received())).toEqual(['2 OURS'])
  })

  it.skipIf(type === 'sylius')('is fulfilled with the linked variant although its SKU was changed there', async () => {
    platform.shelf.relabel('SKU-1', 'SKU-1-NEW')
    await bought(1, 'SKU-1-NEW')
    const order = await received()
    expect(await plannedOf(order)).toEqual(['2 SKU-1'])

    const [{ id }] = await ordersOf(owner, order.id)
    const handedOver = await owner.post(`${ORDERS}/${id}/hand-over`, {
      parcels: [{ carrier: 'DHL', trackingNumber: '0034' }],
    })
    expect(handedOver.status, JSON.stringify(handedOver.body)).toBe(200)
    await settled()
    expect(platform.dock.shown(1)).toMatchObject([{ number: '0034' }])
    expect((await owner.get(`/api/sales/orders/${order.id}/fulfilments`)).body.parcels).toMatchObject([
      { status: 'published' },
    ])
    await received()
    expect((await owner.get(`/api/sales/orders/${order.id}`)).body).toMatchObject({
      ...{ fulfilmentStatus: 'fulfilled', lineItems: [{ fulfilledElsewhereQuantity: 0 }] },
    })
  })

  it.skipIf(type === 'sylius')(
    'waits for a person once two SKUs were exchanged there, and says so of both',
    async () => {
      platform.shelf.relabel('SKU-1', 'OTHER')
      platform.shelf.relabel('SKU-2', 'SKU-1')
      platform.shelf.relabel('OTHER', 'SKU-2')
      await bought(1, 'SKU-2')
      const order = await received()
      expect(await plannedOf(order)).toEqual([])
      expect(await incidentsOf()).toMatchObject([{ ...conflictingWith('SKU-1', 'SKU-2'), salesOrderId: order.id }])
      expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/detect-conflicts`)).status).toBe(200)
      const { body } = await owner.get(`${CHANNELS}/${channel.id}/catalog/drift`)
      expect(body.items).toMatchObject([
        { sku: expect.any(String), driftState: 'changed_in_shop', changedInShop: ['/sku'] },
        { sku: expect.any(String), driftState: 'changed_in_shop', changedInShop: ['/sku'] },
      ])
    },
  )
})

describe('an order of a simulated shop', () => {
  beforeEach(() => simulating())

  it('is fulfilled with the linked variants although their SKUs were changed here', async () => {
    const channel = await aShop(owner, 6, { orders: '3', changed_percent: '0', unpaid_percent: '0' })
    await importCatalog(channel)
    const skus = ['SIM-0', 'SIM-1', 'SIM-2', 'SIM-3', 'SIM-4', 'SIM-5']
    await stockAll(...skus)
    for (const sku of skus) {
      const { id } = await variantOf(sku)
      expect((await owner.patch(`/api/catalog/variants/${id}`, { sku: sku.replace('SIM', 'OURS') })).status).toBe(200)
    }
    await syncing(owner, channel)
    await settled()
    const orders = await ordersOfChannel(channel)
    expect(orders).toHaveLength(3)
    for (const order of orders) {
      const expected = order.lineItems.map(
        ({ sku, quantity }: { sku: string; quantity: number }) => `${quantity} ${sku.replace('SIM', 'OURS')}`,
      )
      expect((await plannedOf(order)).sort()).toEqual(expected.sort())
    }
  })
})

describe('a line of an imported order', () => {
  const prepared = async () => {
    simulating()
    const channel = await aShop(owner, 2, { orders: '0' })
    await importCatalog(channel)
    const custodian = await stockAll('SIM-0', 'SIM-1')
    return { channel, custodian }
  }
  const selling = async (channel: { id: string }, line: object) => {
    const row = aRow({ lineItems: [{ name: 'Tea', quantity: 2, unitPrice: 1290, ...line }] })
    expect((await importing(owner, channel.id, [row])).body).toMatchObject({ imported: 1 })
    await settled()
    const orders = await ordersOfChannel(channel)
    return orders.find((each: { externalOrderId: string }) => each.externalOrderId === row.externalOrderId)
  }

  it('is fulfilled by the id of the shop, by the SKU where the id says nothing, and with an id alone', async () => {
    const { channel } = await prepared()
    const cases: [object, string][] = [
      [{ externalVariantId: 'variant-1', sku: 'NOBODY-KNOWS' }, '2 SIM-1'],
      [{ externalVariantId: 'variant-1' }, '2 SIM-1'],
      [{ externalVariantId: 'nobody-knows', sku: 'sim-0' }, '2 SIM-0'],
      [{ externalVariantId: 'variant-0', sku: 'sim-0' }, '2 SIM-0'],
    ]
    for (const [line, planned] of cases) expect(await plannedOf(await selling(channel, line))).toEqual([planned])
  })

  it('knows nothing of variants that another shop has under the same id', async () => {
    await prepared()
    const order = await selling(await aManualChannel(owner), { externalVariantId: 'variant-1', sku: 'UNKNOWN' })
    expect(await plannedOf(order)).toEqual([])
    expect(await incidentsOf()).toMatchObject([
      { reason: 'unknown_sku', description: 'UNKNOWN is no SKU of the catalog' },
    ])
  })

  it('waits while its id and its SKU name different variants, until a person chooses one of them', async () => {
    const { channel, custodian } = await prepared()
    const order = await selling(channel, { externalVariantId: 'variant-0', sku: 'SIM-1' })
    expect(await incidentsOf()).toMatchObject([conflictingWith('SIM-0', 'SIM-1')])
    const [linked, alike] = [await variantOf('SIM-0'), await variantOf('SIM-1')]
    const other = await owner.post('/api/catalog/variants', {
      productId: linked.productId,
      sku: 'OTHER',
      name: 'Other',
    })
    const dryRun = await owner.post('/api/fulfilment/policies/dry-run', { salesOrderId: order.id })
    expect(dryRun.body).toMatchObject({ incident: 'ambiguous_variant' })

    const by = async (fields: object) =>
      await owner.post(ORDERS, { custodianId: custodian.id, salesOrderId: order.id, ...fields })
    expect(await by({})).toMatchObject({ status: 409 })
    expect(await by({ lines: [{ orderLine: 0, quantity: 2 }] })).toMatchObject({ status: 409 })
    expect(await by({ lines: [{ orderLine: 0, quantity: 2, variantId: other.body.id }] })).toMatchObject({
      status: 400,
      body: {
        violations: [{ propertyPath: 'lines[0].variantId', message: `must be ${linked.id} or ${alike.id}` }],
      },
    })
    expect(await by({ lines: [{ orderLine: 0, quantity: 2, variantId: alike.id }] })).toMatchObject({ status: 201 })
    await settled()
    expect(await plannedOf(order)).toEqual(['2 SIM-1'])
    expect(await incidentsOf()).toEqual([])
  })

  it('is planned once the catalog says the same as the shop', async () => {
    const { channel } = await prepared()
    const order = await selling(channel, { externalVariantId: 'variant-0', sku: 'SIM-1' })
    const [linked, alike] = [await variantOf('SIM-0'), await variantOf('SIM-1')]
    await owner.patch(`/api/catalog/variants/${alike.id}`, { sku: 'FREE' })
    await owner.patch(`/api/catalog/variants/${linked.id}`, { sku: 'SIM-1' })
    const [incident] = await incidentsOf()
    expect((await owner.post(`${INCIDENTS}/${incident.id}/retry`)).status).toBe(200)
    await settled()
    expect(await plannedOf(order)).toEqual(['2 SIM-1'])
    expect(await incidentsOf()).toEqual([])
  })
})
