import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handler as followStock } from '../../functions/inventory/every-minute-follow-stock.ts'
import { handler as followContent } from '../../functions/sales/every-minute-follow-content.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { aChannel, anAssortment, aStockItem } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf, storedRecordsOf } from './runs.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const SKU = 'SKU-1'

describe.each(Object.entries(PLATFORMS))('a variant that leaves the assortment of a channel of %s', (type, start) => {
  let owner: Member
  let platform: Awaited<ReturnType<typeof start>>
  let channel: { id: string }
  let assortment: { id: string }
  let variantId: string

  afterEach(() => platform.server.stop())
  afterAll(() => useApp(undefined))
  beforeEach(async () => {
    platform = await start()
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    const { address, server } = platform
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
    owner = await aMember()
    platform.shelf.sell(goods(1))
    platform.shelf.sell(goods(2))
    channel = await connect()
    await run('catalog/import')
    const { member } = (await owner.get('/api/catalog/variants')).body
    variantId = member.find(({ sku }: { sku: string }) => sku === SKU).id
    assortment = await fill('Web', variantId)
    await bind(assortment)
    await aStockItem(owner, { variantId, onHand: 5 })
    await settleContent()
  })

  const connect = (more: object = {}) => {
    const { credentials, config: connectorConfig } = platform
    return aChannel(owner, { type, credentials, connectorConfig: { ...connectorConfig, ...more } })
  }
  const fill = async (name: string, ...ids: string[]) => {
    const made = await anAssortment(owner, { name })
    for (const id of ids) await putInto(made, id)
    return made
  }
  const putInto = async ({ id }: { id: string }, variant: string) =>
    expect((await owner.put(`/api/catalog/assortments/${id}/variants/${variant}`)).status).toBeLessThan(300)
  const takeOut = async () =>
    expect((await owner.delete(`/api/catalog/assortments/${assortment.id}/variants/${variantId}`)).status).toBe(204)
  const bind = async ({ id: assortmentId }: { id: string }, of = channel) =>
    expect(
      (await owner.put(`${CHANNELS}/${of.id}/catalog-links`, { assortmentId, direction: 'push' })).status,
    ).toBeLessThan(300)
  const run = async (path: string, of = channel) => {
    expect((await owner.post(`${CHANNELS}/${of.id}/${path}`)).status).toBe(202)
    await runPartitions(owner)
    const [last] = await runsOf(owner, of)
    return last as NonNullable<typeof last>
  }
  const settleContent = () => followContent({})
  const follow = async () => {
    await settleContent()
    await followStock({})
    await runPartitions(owner)
  }
  const sold = (sku = SKU) => platform.shelf.sold().find((each) => each.sku === sku)
  const planned = async () => {
    const { body } = await owner.get(`${CHANNELS}/${channel.id}/inventory/plan?itemsPerPage=100`)
    return body.member.find(({ sku }: { sku: string }) => sku === SKU)
  }

  it('is sold no more after one publish, is left alone then, and gets its quantity again', async () => {
    await run('inventory/publish')
    expect(sold()?.quantity).toBe(5)
    await takeOut()
    expect(await planned()).toMatchObject({ action: 'withdraw', quantity: 0, confirmedQuantity: 5 })
    const last = await run('inventory/publish')
    expect(sold()?.quantity).toBe(0)
    expect((await storedRecordsOf(owner, last)).find(({ label }) => label === SKU)).toMatchObject({
      action: 'updated',
      changes: [{ field: '/quantity', from: '5', to: '0' }],
    })
    expect(await planned()).toMatchObject({ action: 'skipped', reason: 'The channel no longer shows the variant.' })
    platform.shelf.restock(SKU, 3)
    await run('inventory/publish')
    expect(sold()?.quantity).toBe(3)

    await putInto(assortment, variantId)
    await follow()
    expect(sold()?.quantity).toBe(5)
  })

  it('is sold no more by itself when the channel gets another assortment, and backorders end', async () => {
    const connectorConfig = { ...platform.config, backorder_policy: 'allow' }
    await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig })
    await run('inventory/publish')
    expect(sold()).toMatchObject({ backorders: true })
    await bind(await fill('Empty'))
    await follow()
    expect(sold()).toMatchObject({ quantity: 0, backorders: false })
    await bind(assortment)
    await follow()
    expect(sold()).toMatchObject({ backorders: true })
  })

  it('is sold no more when its product is archived, is still known by its SKU, and is sold again when it is restored', async () => {
    await run('inventory/publish')
    expect(sold()?.quantity).toBe(5)
    const { productId } = (await owner.get(`/api/catalog/variants/${variantId}`)).body
    await owner.post(`/api/catalog/products/${productId}/archive`)
    await follow()
    expect(sold()?.quantity).toBe(0)
    expect((await owner.get(`${CHANNELS}/${channel.id}/catalog/drift`)).body).toMatchObject({
      driftedCount: 0,
      items: [],
    })
    expect(await run('catalog/publish')).toMatchObject({ status: 'success', itemsSynced: 0, itemsFailed: 0 })
    expect(await run('catalog/import')).toMatchObject({ status: 'success', itemsFailed: 0 })
    const listed = await owner.get(`/api/catalog/variants?sku=${SKU}`)
    expect(listed.body).toMatchObject({ totalItems: 1, member: [{ id: variantId, productId }] })

    await owner.post(`/api/catalog/products/${productId}/restore`)
    await follow()
    expect(sold()?.quantity).toBe(5)
  })

  it('keeps its quantity if none was published, if the channel says so, or if another channel of the shop shows it', async () => {
    const before = sold()
    await takeOut()
    await follow()
    await run('inventory/publish')
    expect(sold()).toEqual(before)

    await putInto(assortment, variantId)
    await run('inventory/publish')
    expect(sold()?.quantity).toBe(5)
    const connectorConfig = { ...platform.config, stock_after_removal: 'keep' }
    expect((await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig })).status).toBe(200)
    await takeOut()
    await follow()
    await run('inventory/publish')
    expect(sold()?.quantity).toBe(5)

    const second = await connect()
    await run('catalog/import', second)
    await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig: platform.config })
    await run('inventory/publish')
    expect(sold()?.quantity).toBe(5)
  })

  it('has a choice that the channel checks', async () => {
    const connectorConfig = { ...platform.config, stock_after_removal: 'hide' }
    const { status, body } = await owner.patch(`${CHANNELS}/${channel.id}`, { connectorConfig })
    expect([status, body.violations?.[0]?.propertyPath]).toEqual([400, 'connectorConfig.stock_after_removal'])
  })
})
