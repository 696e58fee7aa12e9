import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import type { Shop, VariantToPush } from '../connector.ts'
import { mustWritePrice } from '../content/choose-price.ts'
import { groupItems } from '../outcomes.ts'
import { findItemsBySku, findProductsById, isExternalId, readVariations } from './catalog.ts'
import { type Item, isSingle, isVariable, readSalePrice } from './product.ts'

/** A variant that exists in the shop. */
export interface Existing {
  product: Item
  /** Undefined if the product itself is the variant. */
  variation?: number
}

export interface Found {
  products: ReadonlyMap<number, Item>
  bySku: ReadonlyMap<SkuKey, Item>
}

const findMapped = (products: Found['products'], variant: VariantToPush): Existing | undefined => {
  const product = products.get(Number(variant.externalProductId))
  const id = Number(variant.externalVariantId)
  if (!product) return undefined
  if (isSingle(product) && product.id === id) return { product }
  return product.variations.includes(id) ? { product, variation: id } : undefined
}

const findBySku = ({ products, bySku }: Found, { content }: VariantToPush): Existing | undefined => {
  const item = bySku.get(foldSku(content.sku))
  if (!item) return undefined
  const product = products.get(item.parentId)
  if (product) return { product, variation: item.id }
  return isSingle(item) ? { product: item } : undefined
}

/** Finds the records of these variants and of their products. */
export const findExisting = async (shop: Shop, variants: readonly VariantToPush[]): Promise<Found> => {
  const ids = variants.flatMap(({ externalProductId }) => (isExternalId(externalProductId) ? externalProductId : []))
  const products = await findProductsById(shop, ids)
  const others = variants.filter((variant) => !findMapped(products, variant))
  const skus = others.flatMap(({ content, product }) => [content.sku, product.id])
  const bySku = await findItemsBySku(shop, skus)
  const owners = [...bySku.values()].flatMap(({ parentId }) => (parentId && !products.has(parentId) ? parentId : []))
  const more = await findProductsById(shop, owners)
  return { products: new Map([...products, ...more]), bySku }
}

export const matchExisting = (found: Found, variants: readonly VariantToPush[]): Map<string, Existing> =>
  new Map(
    variants.flatMap((variant) => {
      const existing = findMapped(found.products, variant) ?? findBySku(found, variant)
      return existing ? [[variant.id, existing] as const] : []
    }),
  )

/** Returns the prices of sales in the shop of those variants whose prices are to be written, by our id. */
export const readSales = async (
  shop: Shop,
  existing: ReadonlyMap<string, Existing>,
  variants: readonly VariantToPush[],
  currency: string,
): Promise<Map<string, number>> => {
  const priced = variants.flatMap((variant) => {
    const found = existing.get(variant.id)
    return found && mustWritePrice(variant, false, currency) ? [{ id: variant.id, ...found }] : []
  })
  const sales = new Map<string, number>()
  const note = (id: string, item: Item | undefined) => {
    const sale = item && readSalePrice(item, currency)
    if (sale !== undefined) sales.set(id, sale)
  }
  for (const { id, product, variation } of priced) if (variation === undefined) note(id, product)
  const variations = priced.filter(({ variation }) => variation !== undefined)
  for (const group of groupItems(variations, ({ product }) => String(product.id))) {
    const ids = group.flatMap(({ variation }) => variation ?? [])
    const items = new Map((await readVariations(shop, group[0].product.id, ids)).map((item) => [item.id, item]))
    for (const { id, variation } of group) note(id, items.get(variation ?? 0))
  }
  return sales
}

/** Returns the product for new variations: one with siblings of them, or one that was created for them before. */
export const findHome = (
  siblings: readonly VariantToPush[],
  found: Found,
  existing: ReadonlyMap<string, Existing>,
): Item | undefined =>
  siblings
    .flatMap(({ id, externalProductId, product }) => [
      existing.get(id)?.product,
      found.products.get(Number(externalProductId)),
      found.bySku.get(foldSku(product.id)),
    ])
    .find((item) => item && isVariable(item))
