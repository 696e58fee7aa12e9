import type { Content } from '../../lib/catalog/content.ts'
import type { Shop } from '../../lib/connectors/connector.ts'
import { readSoldPage, type Sold } from '../../lib/connectors/simulator/catalog.ts'
import { openShopState, writeProduct, writeVariant, writeWithSku } from '../../lib/connectors/simulator/shop-state.ts'
import { countCalls, readSimulation } from '../../lib/connectors/simulator/simulation.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import type { Table } from '../../lib/platform/store/table/table.ts'
import type { Member } from '../support/client.ts'
import { aSimulatedChannel, aStoreSeed } from './sync.ts'

/** A simulated shop that the test reads and changes directly. */
export const shopWith = (
  tenant: string,
  settings: Record<string, string> & { seed: string },
  db: () => Table = () => app().db,
) => {
  const store = (): Shop => ({
    credentials: { ...settings, page_size: '1000' },
    config: {},
    http: { send: () => Promise.reject(new Error('it has no network')), now: () => new Date() },
    kept: { db: db(), tenant: tenant as Id },
  })
  const shop = () => openShopState(store(), settings.seed)
  const sold = async (): Promise<Map<string, Sold>> => {
    const all: Sold[] = []
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof readSoldPage>> = await readSoldPage(
        store(),
        readSimulation(store()),
        cursor,
      )
      all.push(...page.sold)
      if (page.next === null) return new Map(all.map((each) => [each.externalVariantId, each]))
      cursor = page.next
    }
  }
  return {
    sold,
    find: async (sku: string) => [...(await sold()).values()].find((each) => each.sku === sku),
    add: ({ externalVariantId, externalProductId, sku, content }: Sold) =>
      writeVariant(shop(), externalVariantId, { externalProductId, sku, content }),
    /** Adds a variant by whose SKU the shop finds it. */
    make: ({ externalVariantId, externalProductId, sku, content }: Sold) =>
      writeWithSku(shop(), externalVariantId, { externalProductId, sku, content }, undefined),
    remove: (externalVariantId: string) => writeVariant(shop(), externalVariantId, { isGone: true }),
    rename: (externalProductId: string, name: string) => writeProduct(shop(), externalProductId, name),
    async change(externalVariantId: string, fields: Partial<Sold>, content: Partial<Content> = {}) {
      const before = (await sold()).get(externalVariantId) as Sold
      const { externalProductId, sku } = { ...before, ...fields }
      await writeVariant(shop(), externalVariantId, {
        externalProductId,
        sku,
        content: { ...before.content, ...content },
      })
    },
    calls: () => countCalls(settings.seed),
  }
}

/** A channel of a shop with the given number of products, and direct access to the shop. */
export const aShop = async (member: Member, products: number, store: Record<string, string> = {}) => {
  const settings = { seed: aStoreSeed(), products: String(products), ...store }
  const channel = await aSimulatedChannel(member, settings)
  return { ...channel, ...shopWith(member.tenant, settings) }
}
