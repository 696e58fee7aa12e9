import type { Stored } from '../../../../lib/platform/store/entities/entity.ts'
import type { StoredChannel } from '../../../../lib/sales/channels/channel.ts'
import { type Choose, change, chooseAmong, create } from './choose.ts'
import { connectShop } from './sales.ts'

const PRODUCTS = '/api/catalog/products'
const VARIANTS = '/api/catalog/variants'
const ASSORTMENTS = '/api/catalog/assortments'
const CHANNELS = '/api/sales/channels'

const createProduct: Choose = (world) =>
  create(world, 'create product', PRODUCTS, { name: `Tea ${world.among(20)}`, brand: 'Blatt' }, 'product')

const createVariant: Choose = (world) => {
  const product = world.pick(world.list<Stored>('product'))
  if (!product) return createProduct(world)
  const prices = [{ currency: 'EUR', amount: 1 + world.among(5000) }]
  const body = { productId: product.id, sku: `SIM-${world.among(10)}`, name: `Variant ${world.among(30)}`, prices }
  return create(world, 'create variant', VARIANTS, body, 'variant')
}

const changeVariant: Choose = (world) => {
  const variant = world.pick(world.list<Stored>('variant'))
  if (!variant) return createVariant(world)
  const body =
    world.random() < 0.4
      ? { sku: `SIM-${world.among(10)}` }
      : { prices: [{ currency: 'EUR', amount: world.among(5000) }] }
  return change(world, 'change variant', `${VARIANTS}/${variant.id}`, { method: 'PATCH', body })
}

const createAssortment: Choose = (world) =>
  create(world, 'create assortment', ASSORTMENTS, { name: `Range ${world.among(5)}` }, 'assortment')

const placeVariant: Choose = (world) => {
  const assortment = world.pick(world.list<Stored>('assortment'))
  const variant = world.pick(world.list<Stored>('variant'))
  if (!assortment || !variant) return createAssortment(world)
  const method = world.random() < 0.7 ? 'PUT' : 'DELETE'
  return change(world, 'place variant', `${ASSORTMENTS}/${assortment.id}/variants/${variant.id}`, { method })
}

/** Imports from, publishes to, or changes the settings of a shop. */
const runCatalog: Choose = (world) => {
  const shops = world.list<StoredChannel>('channel').filter(({ type }) => type === 'simulator')
  const channel = world.pick(shops)
  if (!channel) return connectShop(world)
  const url = `${CHANNELS}/${channel.id}`
  const assortment = world.pick(world.list<Stored>('assortment'))
  const body = { direction: world.pick(['pull', 'push']), assortmentId: assortment?.id }
  return chooseAmong(
    world,
    () => change(world, 'import catalog', `${url}/catalog/import`),
    () => change(world, 'publish catalog', `${url}/catalog/publish`, { body: {} }),
    () => change(world, 'publish stock', `${url}/inventory/publish`),
    () => change(world, 'detect conflicts', `${url}/catalog/detect-conflicts`),
    () => (assortment ? change(world, 'link catalog', `${url}/catalog-links`, { method: 'PUT', body }) : undefined),
  )
}

/** Requests about products, variants, and the catalogs of shops. */
export const chooseCatalogRequest: Choose = (world) =>
  chooseAmong(world, createProduct, createVariant, createVariant, changeVariant, placeVariant, runCatalog, runCatalog)
