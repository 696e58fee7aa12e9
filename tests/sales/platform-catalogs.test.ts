import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connector, VariantPage } from '../../lib/connectors/connector.ts'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { connect, PLATFORMS } from '../connectors/platforms.ts'
import { goods } from '../connectors/servers/goods.ts'
import { aChannel, aStockItem, aVariant } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf } from './runs.ts'

const CHANNELS = '/api/sales/channels'

describe.each(Object.entries(PLATFORMS))('a catalog on %s', (type, start) => {
  let owner: Member
  let platform: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    owner = await aMember()
  })
  beforeEach(async () => {
    platform = await start()
    const { address, server } = platform
    const made = makeApp({ ...readConfig(), outboundAllowPrivate: true })
    // Requests to the address of the shop go to the server of this test.
    const send = (request: Parameters<typeof made.outbound.send>[0]) =>
      made.outbound.send({ ...request, url: request.url.replace(address, server.url) })
    useApp({ ...made, outbound: { send } })
  })
  afterEach(() => platform.server.stop())
  afterAll(() => useApp(undefined))

  /** Returns the catalog as the shop shows it. */
  const shown = async () => {
    const { connector, store } = connect(platform)
    const { catalog } = connector as Required<Connector>
    const found: VariantPage['variants'] = []
    let cursor: string | null = null
    do {
      const page: VariantPage = await catalog.page(store, cursor)
      found.push(...page.variants)
      cursor = page.next
    } while (cursor !== null)
    return Object.fromEntries(found.map(({ sku, content }) => [sku, content.prices?.EUR]))
  }

  const run = async (channel: { id: string }, job: string) => {
    const { status, body } = await owner.post(`${CHANNELS}/${channel.id}/${job}`)
    expect([status, body.id]).toEqual([202, channel.id])
    await runPartitions(owner)
    return (await runsOf(owner, channel))[0]
  }
  const variantOf = async (sku: string) =>
    (await owner.get('/api/catalog/variants?itemsPerPage=100')).body.member.find(
      (each: { sku: string }) => each.sku === sku,
    )
  const reprice = async (sku: string, amount: number) => {
    const { id } = await variantOf(sku)
    const { status } = await owner.patch(`/api/catalog/variants/${id}`, { prices: [{ currency: 'EUR', amount }] })
    expect(status).toBe(200)
  }

  it('is imported once, published when it changes, checked for conflicts, and shows its stock', async () => {
    platform.shelf.sell(goods(1))
    const variants = ['Small', 'Large'].map((name) => ({ sku: `SKU-${name}`, name, price: '5.00' }))
    platform.shelf.sell(goods(2, { variants }))
    const channel = await aChannel(owner, { type, credentials: platform.credentials, connectorConfig: platform.config })
    expect(channel.connectionStatus).toMatchObject({ connected: true })

    expect(await run(channel, 'catalog/import')).toMatchObject({ status: 'success', itemsSynced: 3, itemsFailed: 0 })
    expect((await variantOf('SKU-Large')).productId).toBe((await variantOf('SKU-Small')).productId)
    const drift = async () => {
      const { body } = await owner.get(`${CHANNELS}/${channel.id}/catalog/drift`)
      return body.driftedCount + body.neverPushedCount
    }
    expect(await drift()).toBe(0)
    expect(await run(channel, 'catalog/import')).toMatchObject({ itemsSynced: 0, itemsUnchanged: 3 })

    await reprice('SKU-1', 1500)
    await aVariant(owner, { sku: 'OWN', prices: [{ currency: 'EUR', amount: 700 }] })
    expect(await drift()).toBe(2)
    expect(await run(channel, 'catalog/publish')).toMatchObject({ status: 'success', itemsSynced: 2, itemsFailed: 0 })
    expect(await shown()).toEqual({ 'SKU-1': 1500, 'SKU-Small': 500, 'SKU-Large': 500, OWN: 700 })
    expect(await drift()).toBe(0)

    platform.shelf.reprice('SKU-1', '17.00')
    await reprice('SKU-1', 1600)
    expect((await owner.post(`${CHANNELS}/${channel.id}/catalog/detect-conflicts`)).status).toBe(200)
    const target = encodeURIComponent(`commerce:///sales/channels/${channel.id}`)
    const ledger = async () =>
      (await owner.get(`/api/data-exchange/conflicts?status=open&target=${target}`)).body.member
    expect(await ledger()).toMatchObject([{ field: '/prices/EUR', base: 1500, mine: 1600, theirs: 1700 }])
    const { id } = await variantOf('SKU-1')
    const resolving = `${CHANNELS}/${channel.id}/catalog/variants/${id}/resolve-conflict`
    expect((await owner.post(resolving, { resolution: 'accept_mine' })).status).toBe(200)
    expect((await shown())['SKU-1']).toBe(1600)
    expect(await ledger()).toEqual([])

    await aStockItem(owner, { variantId: id, onHand: 9, reserved: 2 })
    expect(await run(channel, 'inventory/publish')).toMatchObject({
      ...{ status: 'success', itemsSynced: 1, itemsSkipped: 3, itemsFailed: 0 },
    })
    expect(platform.shelf.sold().find(({ sku }) => sku === 'SKU-1')).toMatchObject({ quantity: 7, backorders: false })
    expect(platform.shelf.sold()).toHaveLength(4)
  }, 60_000)
})
