import type { Shop } from '../../lib/connectors/connector.ts'
import { readSoldPage } from '../../lib/connectors/simulator/catalog.ts'
import { openShopState, writeVariant } from '../../lib/connectors/simulator/shop-state.ts'
import { readSimulation } from '../../lib/connectors/simulator/simulation.ts'
import { app } from '../../lib/platform/app/app.ts'
import type { Id } from '../../lib/platform/id.ts'
import { TEA_SEED } from './make-shops.ts'
import type { Maker } from './maker.ts'

const SKU = 'SIM-1'
const THEIRS = 690
const MINE = 790

/** Changes a price in the simulated tea shop, as somebody who works there would. */
const changePriceInShop = async (tenantId: string) => {
  const shop: Shop = {
    credentials: { seed: TEA_SEED },
    config: {},
    http: { send: () => Promise.reject(new Error('A simulated shop has no network.')), now: () => new Date() },
    kept: { db: app().db, tenant: tenantId as Id },
  }
  const { sold } = await readSoldPage(shop, readSimulation(shop), null)
  const variant = sold.find(({ sku }) => sku === SKU)
  if (!variant) throw new Error(`The shop sells no ${SKU}.`)
  const { externalVariantId, externalProductId, sku, content } = variant
  const changed = { ...content, prices: { ...content.prices, EUR: THEIRS } }
  await writeVariant(openShopState(shop, TEA_SEED), externalVariantId, { externalProductId, sku, content: changed })
}

/** Changes the price of a variant here and in the tea shop, so that somebody has to decide. */
export const makeConflict = async ({ client, tenantId, once, change, known }: Maker): Promise<void> => {
  const channelId = known('channel tea')
  await change('price is changed in the shop', () => changePriceInShop(tenantId))
  await change('price is changed here', () =>
    client.catalog.variants.update(known(`variant ${SKU}`), { prices: [{ currency: 'EUR', amount: MINE }] }),
  )
  await once('conflict', async () => {
    await client.sales.channels.detectConflicts(channelId)
    const { member } = await client.dataExchange.conflicts.list({ status: 'open' })
    if (!member[0]) throw new Error('No conflict was found.')
    return member[0].id
  })
}
