import type { Shop, VariantToPush } from '../connector.ts'
import { findItemsBySku, findProductsById, isExternalId } from './catalog.ts'
import { type Item, isSingle, isVariable } from './product.ts'

/** What the store has of a variant. */
export interface Held {
  product: Item
  /** Undefined where it is the product itself. */
  variation?: number
}

export interface Found {
  products: ReadonlyMap<number, Item>
  /** By SKU in small letters: the store takes those that only differ in capitals for the same. */
  bySku: ReadonlyMap<string, Item>
}

const findMapped = (products: Found['products'], variant: VariantToPush): Held | undefined => {
  const product = products.get(Number(variant.externalProductId))
  const id = Number(variant.externalVariantId)
  if (!product) return undefined
  if (isSingle(product) && product.id === id) return { product }
  return product.variations.includes(id) ? { product, variation: id } : undefined
}

const findBySku = ({ products, bySku }: Found, { content }: VariantToPush): Held | undefined => {
  const item = bySku.get(content.sku.toLowerCase())
  if (item?.sku !== content.sku) return undefined
  const product = products.get(item.parentId)
  if (product) return { product, variation: item.id }
  return isSingle(item) ? { product: item } : undefined
}

/** What the store has of these variants and of their products. */
export const look = async (shop: Shop, variants: readonly VariantToPush[]): Promise<Found> => {
  const ids = variants.flatMap(({ externalProductId }) => (isExternalId(externalProductId) ? externalProductId : []))
  const products = await findProductsById(shop, ids)
  const others = variants.filter((variant) => !findMapped(products, variant))
  const skus = others.flatMap(({ content, product }) => [content.sku, product.id])
  const bySku = await findItemsBySku(shop, skus)
  const owners = [...bySku.values()].flatMap(({ parentId }) => (parentId && !products.has(parentId) ? parentId : []))
  const more = await findProductsById(shop, owners)
  return { products: new Map([...products, ...more]), bySku }
}

export const findHeld = (found: Found, variants: readonly VariantToPush[]): Map<string, Held> =>
  new Map(
    variants.flatMap((variant) => {
      const held = findMapped(found.products, variant) ?? findBySku(found, variant)
      return held ? [[variant.id, held] as const] : []
    }),
  )

/** The product that new variations go into: one that has such already, or the one that was made for them before. */
export const findHome = (
  siblings: readonly VariantToPush[],
  found: Found,
  held: ReadonlyMap<string, Held>,
): Item | undefined =>
  siblings
    .flatMap(({ id, externalProductId, product }) => [
      held.get(id)?.product,
      found.products.get(Number(externalProductId)),
      found.bySku.get(product.id.toLowerCase()),
    ])
    .find((item) => item && isVariable(item))
