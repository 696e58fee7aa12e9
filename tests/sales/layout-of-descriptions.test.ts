import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeApp, useApp } from '../../lib/platform/app/app.ts'
import { readConfig } from '../../lib/platform/app/config.ts'
import { goods } from '../connectors/servers/goods.ts'
import { startShopify } from '../connectors/servers/shopify.ts'
import { startSylius } from '../connectors/servers/sylius.ts'
import { startVendure } from '../connectors/servers/vendure.ts'
import { startWooCommerce } from '../connectors/servers/woocommerce.ts'
import { aChannel } from '../support/builders.ts'
import { aMember, type Member } from '../support/client.ts'
import { runPartitions, runsOf } from './runs.ts'
import { simulating } from './sync.ts'

const CHANNELS = '/api/sales/channels'
const PAGE =
  '<h2>Care</h2><ul><li>Wash <b>cold</b></li><li>No dryer</li></ul><table><tr><td>S</td><td>38</td></tr></table><p><img src="x.png"></p>'

type Html = { get(): string | undefined; set(html: string): void }

/** The description of the only product as the shop stores it. */
const SHOPS = {
  async woocommerce() {
    const platform = await startWooCommerce()
    const find = () => [...platform.catalog.products.values()][0]
    const html: Html = {
      get: () => find()?.description,
      set: (text) => void Object.assign(find() ?? {}, { description: text }),
    }
    return { platform, html }
  },
  async shopify() {
    const platform = await startShopify()
    const find = () => [...platform.catalog.products.values()][0]
    const html: Html = {
      get: () => find()?.descriptionHtml,
      set: (text) => void Object.assign(find() ?? {}, { descriptionHtml: text }),
    }
    return { platform, html }
  },
  async vendure() {
    const platform = await startVendure()
    const find = () => [...platform.catalog.products.values()][0]?.translations[0]
    const html: Html = {
      get: () => find()?.description,
      set: (text) => void Object.assign(find() ?? {}, { description: text }),
    }
    return { platform, html }
  },
  async sylius() {
    const platform = await startSylius()
    const find = () => Object.values([...platform.catalog.products.values()][0]?.translations ?? {})[0]
    const html: Html = {
      get: () => (find() as { description?: string } | undefined)?.description,
      set: (text) => void Object.assign(find() ?? {}, { description: text }),
    }
    return { platform, html }
  },
}

afterAll(() => useApp(undefined))

describe.each(Object.entries(SHOPS))('a description of %s', (type, start) => {
  let owner: Member
  let shop: Awaited<ReturnType<typeof start>>
  let channel: { id: string }
  const run = async (path: string) => {
    expect((await owner.post(`${CHANNELS}/${channel.id}/${path}`)).status).toBe(202)
    await runPartitions(owner)
    expect((await runsOf(owner, channel))[0]).toMatchObject({ status: 'success', itemsFailed: 0 })
  }
  const product = async () => {
    const { productId } = (await owner.get('/api/catalog/variants')).body.member[0]
    return (await owner.get(`/api/catalog/products/${productId}`)).body as { id: string; description: string }
  }
  beforeEach(async () => {
    owner = await aMember()
    shop = await start()
    const { address, server, credentials, config: connectorConfig } = shop.platform
    const real = makeApp({ ...readConfig(), outboundAllowPrivate: true }).outbound
    simulating({
      outbound: { send: (request) => real.send({ ...request, url: request.url.replace(address, server.url) }) },
    })
    shop.platform.shelf.sell(goods(1))
    shop.html.set(PAGE)
    channel = await aChannel(owner, { type, credentials, connectorConfig })
    await run('catalog/import')
  })
  afterEach(() => shop.platform.server.stop())

  it('is said to lose its formatting by the plan if lines of it are removed here, and not if words change', async () => {
    const { id, description } = await product()
    const warningsFor = async (text: string) => {
      expect((await owner.patch(`/api/catalog/products/${id}`, { description: text })).status).toBe(200)
      const { items } = (await owner.get(`${CHANNELS}/${channel.id}/catalog/plan`)).body
      return items.flatMap((item: { warnings: string[] }) => item.warnings)
    }
    expect(await warningsFor(description.replace('dryer', 'tumbler'))).toEqual([])
    const isPlain = type === 'sylius'
    expect(await warningsFor(description.replace(/^.*\n/, ''))).toEqual(
      isPlain ? [] : [expect.stringContaining('plain lines replace its formatting')],
    )
  })

  it('keeps its headings, lists, emphasis, tables and images when a word of it changes here', async () => {
    const { id, description } = await product()
    await owner.patch(`/api/catalog/products/${id}`, { description: description.replace('cold', 'warm') })
    await run('catalog/publish')
    expect(shop.html.get()).toBe(PAGE.replace('cold', 'warm'))
  })

  it('is not written when something else changes', async () => {
    const { id } = await product()
    await owner.patch(`/api/catalog/products/${id}`, { name: 'Another name' })
    await run('catalog/publish')
    expect(shop.html.get()).toBe(PAGE)
  })
})
