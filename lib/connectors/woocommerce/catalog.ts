import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import type { ExternalVariant, RemoteVariant, Shop, VariantPage } from '../connector.ts'
import { groupItems } from '../outcomes.ts'
import { buildCursorError, requireList } from '../refusal.ts'
import { askShop, readPrices, readUnits } from './ask-shop.ts'
import { GOODS_FIELDS, readGoods } from './goods.ts'
import { type Item, isSingle, isVariable, parseItem, toRemoteVariant } from './product.ts'

const PRODUCTS_AT_ONCE = 50
/** Upper bound of variants in a page, which is the shop's page limit. */
const MAX_VARIANTS = 100
const MAX_SKU_LIST_LENGTH = 1500

/** Requests the stored values instead of the rendered ones. */
const KEPT = {
  context: 'edit',
  _fields: `id,type,parent_id,sku,name,description,regular_price,sale_price,attributes,variations,${GOODS_FIELDS}`,
  orderby: 'id',
  order: 'asc',
  per_page: '100',
}

const readItems = async (shop: Shop, path: string, query: Readonly<Record<string, string>>): Promise<Item[]> => {
  const { status, json } = await askShop(shop, path, { query: { ...KEPT, ...query } }, 404)
  return status === 404 ? [] : requireList(json).flatMap((record) => parseItem(record) ?? [])
}

export const isExternalId = (text: string | null): text is string => text !== null && /^[1-9]\d{0,17}$/.test(text)

/** Returns at most 100 products by id, without those in the trash. */
export const findProductsById = async (shop: Shop, ids: Iterable<number | string>): Promise<Map<number, Item>> => {
  const wanted = [...new Set([...ids].map(String))]
  if (!wanted.length) return new Map()
  const found = await readItems(shop, '/products', { include: wanted.join(), status: 'any' })
  return new Map(found.map((item) => [item.id, item]))
}

/** Joins SKUs to lists for the shop's filter. A SKU with a comma needs a request of its own. */
const splitIntoLists = (skus: readonly string[]) => {
  const lists: string[] = []
  let list = ''
  for (const sku of skus) {
    if (sku.includes(',')) lists.push(sku)
    else if (list && list.length + sku.length > MAX_SKU_LIST_LENGTH) {
      lists.push(list)
      list = sku
    } else list = list ? `${list},${sku}` : sku
  }
  return list ? [...lists, list] : lists
}

/** Returns products and variations by SKU; WooCommerce finds one whatever its case. */
export const findItemsBySku = async (shop: Shop, skus: readonly string[]): Promise<Map<SkuKey, Item>> => {
  const found = new Map<SkuKey, Item>()
  for (const sku of splitIntoLists([...new Set(skus)]))
    for (const item of await readItems(shop, '/products', { sku, status: 'any' }))
      if (item.sku) found.set(foldSku(item.sku), item)
  return found
}

/** Reads variations of a product by id. */
export const readVariations = (shop: Shop, product: number, ids: readonly number[]) =>
  readItems(shop, `/products/${product}/variations`, { include: ids.join() })

/** Position in the list of products, sorted by id; `offset` is the number of products before the next one. */
interface Position {
  offset: number
  /** The last product that was read. */
  product: number
  /** The last variation of it that was read, if there are more; otherwise 0. */
  variation: number
}

const parseCursor = (cursor: string | null): Position => {
  const [, ...numbers] = /^(\d{1,9})-(\d{1,15})-(\d{1,15})$/.exec(cursor ?? '0-0-0') ?? []
  const [offset, product, variation] = numbers.map(Number)
  if (offset === undefined || product === undefined || variation === undefined) throw buildCursorError()
  return { offset, product, variation }
}

const formatCursor = ({ offset, product, variation }: Position) => `${offset}-${product}-${variation}`

/** Reads products from the last one that was read. If it has moved because earlier ones were deleted, steps back. */
const readProductsFrom = async (shop: Shop, { offset, product }: Position) => {
  for (let start = Math.max(0, offset - 1); ; start = Math.max(0, start - PRODUCTS_AT_ONCE)) {
    const query = { ...KEPT, status: 'any', offset: String(start), per_page: String(PRODUCTS_AT_ONCE) }
    const { json, headers } = await askShop(shop, '/products', { query })
    const items = requireList(json).map(parseItem)
    const first = items.find((item) => item !== undefined)
    if (start > 0 && !(first && first.id <= product)) continue
    const total = Number(headers['x-wp-total'] ?? Number.NaN)
    const hasFresh = items.some((item) => item && item.id > product)
    return { start, items, more: Number.isNaN(total) ? hasFresh : items.length > 0 && start + items.length < total }
  }
}

/** Returns a function that reads a variation of a product, or the product itself, as a variant. */
const openReader = async (shop: Shop) => {
  const [prices, units] = await Promise.all([readPrices(shop), readUnits(shop)])
  return (product: Item, item: Item): RemoteVariant => ({
    ...toRemoteVariant(product, item, prices),
    goods: readGoods(product.goods, item.goods, units),
  })
}

export const readCatalogPage = async (shop: Shop, cursor: string | null): Promise<VariantPage> => {
  const read = await openReader(shop)
  const position = parseCursor(cursor)
  const { start, items, more } = await readProductsFrom(shop, position)
  const variants: RemoteVariant[] = []
  let last = { ...position, variation: 0 }
  for (const [at, item] of items.entries()) {
    if (!item || item.id < position.product || (item.id === position.product && !position.variation)) continue
    if (variants.length >= MAX_VARIANTS) return { variants, next: formatCursor(last) }
    if (isSingle(item)) variants.push(read(item, item))
    if (isVariable(item)) {
      const remaining = item.variations.filter((id) => item.id !== position.product || id > position.variation)
      const some = remaining.slice(0, MAX_VARIANTS - variants.length)
      const found = some.length ? await readVariations(shop, item.id, some) : []
      variants.push(...found.map((variation) => read(item, variation)))
      const end = some.at(-1)
      if (some.length < remaining.length && end !== undefined)
        return { variants, next: formatCursor({ offset: start + at, product: item.id, variation: end }) }
    }
    last = { offset: start + at + 1, product: item.id, variation: 0 }
  }
  return { variants, next: more ? formatCursor({ ...last, offset: start + items.length }) : null }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  const known = wanted.filter((each) => isExternalId(each.externalProductId) && isExternalId(each.externalVariantId))
  const products = await findProductsById(
    shop,
    known.map(({ externalProductId }) => externalProductId),
  )
  const read = await openReader(shop)
  const found: RemoteVariant[] = []
  for (const group of groupItems(known, ({ externalProductId }) => externalProductId)) {
    const product = products.get(Number(group[0]?.externalProductId))
    if (!product) continue
    const ids = group.map(({ externalVariantId }) => Number(externalVariantId))
    if (isSingle(product) && ids.includes(product.id)) found.push(read(product, product))
    const there = product.variations.filter((id) => ids.includes(id))
    if (there.length) for (const item of await readVariations(shop, product.id, there)) found.push(read(product, item))
  }
  return found
}
