import type { Content } from '../../catalog/content.ts'
import {
  ConnectorError,
  type ExternalVariant,
  type LevelToPush,
  type PushOutcome,
  type RemoteVariant,
  type Store,
  type VariantPage,
  type VariantToPush,
} from '../connector.ts'
import { chance, opened, type Simulation } from './store.ts'

/** What the shop sells of one variant. */
interface Sold extends ExternalVariant {
  sku: string
  content: Content
  stock: { quantity: number; backorders: LevelToPush['backorders'] } | null
}

interface Shop {
  /** By external id, in the order in which they came. */
  sold: Map<string, Sold>
  idBySku: Map<string, string>
  /** Names of products, by external id. */
  products: Map<string, string>
  /** How often it was asked to change anything. */
  pushes: number
}

const GOODS = ['Green tea', 'Black tea', 'Oolong', 'Teapot', 'Strainer', 'Cup']
const SIZES = ['small', 'large']
const MOST_SHOPS = 1000

/** By seed, for as long as the process lives: what is pushed to a shop is seen there. */
const shops = new Map<string, Shop>()

const put = (shop: Shop, sold: Sold) => {
  const before = shop.sold.get(sold.externalVariantId)
  if (before) shop.idBySku.delete(before.sku)
  shop.sold.set(sold.externalVariantId, sold)
  shop.idBySku.set(sold.sku, sold.externalVariantId)
}

const contentOf = (place: number, currency: string): Content => ({
  sku: `SIM-${place}`,
  name: `${GOODS[(place >>> 1) % GOODS.length]}, ${SIZES[place % SIZES.length]}`,
  description: null,
  brand: 'Simulated goods',
  attributes: { size: SIZES[place % SIZES.length] as string },
  prices: { [currency]: 500 + 10 * (place % 97) },
  localizations: {},
})

/** Two variants of each product. */
const opening = ({ products, currency }: Simulation): Shop => {
  const shop: Shop = { sold: new Map(), idBySku: new Map(), products: new Map(), pushes: 0 }
  for (let place = 0; place < products; place++) {
    const externalProductId = `product-${place >>> 1}`
    shop.products.set(externalProductId, `${GOODS[(place >>> 1) % GOODS.length]} ${place >>> 1}`)
    const content = contentOf(place, currency)
    put(shop, { externalProductId, externalVariantId: `variant-${place}`, sku: content.sku, content, stock: null })
  }
  return shop
}

const shopIn = (simulation: Simulation): Shop => {
  const known = shops.get(simulation.seed) ?? opening(simulation)
  if (shops.size < MOST_SHOPS) shops.set(simulation.seed, known)
  return known
}

/** What a shop sells, to look into and to change behind the platform's back. */
export const shopOf = (seed: string): Shop | undefined => shops.get(seed)

const shown = (shop: Shop, { externalProductId, externalVariantId, sku, content }: Sold): RemoteVariant => ({
  externalProductId,
  externalVariantId,
  sku,
  title: content.name,
  product: {
    name: shop.products.get(externalProductId) ?? content.name,
    description: content.description,
    brand: content.brand,
  },
  content: structuredClone(content),
  shows: [''],
})

export const catalogPage = async (store: Store, cursor: string | null): Promise<VariantPage> => {
  const simulation = opened(store)
  const shop = shopIn(simulation)
  if (!/^\d{1,9}$/.test(cursor ?? '0')) throw new ConnectorError('INVALID_CONFIG', 'The cursor is none of this store.')
  const start = Number(cursor ?? 0)
  const end = start + simulation.pageSize
  return {
    variants: [...shop.sold.values()].slice(start, end).map((sold) => shown(shop, sold)),
    next: end < shop.sold.size ? String(end) : null,
  }
}

export const findVariants = async (store: Store, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  const shop = shopIn(opened(store))
  return wanted.flatMap(({ externalVariantId }) => {
    const sold = shop.sold.get(externalVariantId)
    return sold ? [shown(shop, sold)] : []
  })
}

/** Always the same ones, until their content changes. */
const refuses = ({ seed, refusePercent }: Simulation, content: Content) =>
  chance(seed, 'refuses', JSON.stringify(content)) % 100 < refusePercent

const pushOne = (shop: Shop, { id, product, content, ...external }: VariantToPush): ExternalVariant => {
  const { externalVariantId: known } = external
  const held = known !== null && shop.sold.has(known) ? known : shop.idBySku.get(content.sku)
  const before = held === undefined ? undefined : shop.sold.get(held)
  const externalProductId = before?.externalProductId ?? external.externalProductId ?? `pushed-product-${product.id}`
  const externalVariantId = before?.externalVariantId ?? `pushed-variant-${id}`
  shop.products.set(externalProductId, product.name)
  put(shop, {
    externalProductId,
    externalVariantId,
    sku: content.sku,
    content: structuredClone(content),
    stock: before?.stock ?? null,
  })
  return { externalProductId, externalVariantId }
}

export const pushVariants = async (store: Store, variants: readonly VariantToPush[]): Promise<PushOutcome[]> => {
  const simulation = opened(store)
  const shop = shopIn(simulation)
  shop.pushes++
  return variants.map((variant) => {
    const holder = shop.idBySku.get(variant.content.sku)
    if (variant.externalVariantId && holder !== undefined && holder !== variant.externalVariantId)
      return { id: variant.id, refused: 'The store has another variant of this SKU.' }
    if (refuses(simulation, variant.content))
      return { id: variant.id, refused: 'The store does not take what it is told of this variant.' }
    return { id: variant.id, confirmed: pushOne(shop, variant) }
  })
}

export const pushLevels = async (store: Store, levels: readonly LevelToPush[]): Promise<PushOutcome[]> => {
  const shop = shopIn(opened(store))
  shop.pushes++
  return levels.map(({ id, externalProductId, externalVariantId, quantity, backorders }) => {
    const sold = shop.sold.get(externalVariantId)
    if (!sold) return { id, refused: 'The store no longer has this variant.' }
    sold.stock = { quantity, backorders }
    return { id, confirmed: { externalProductId, externalVariantId } }
  })
}
