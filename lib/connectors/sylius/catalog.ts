import type { ExternalVariant, RemoteVariant, Shop, VariantPage } from '../connector.ts'
import { buildUnreadableError } from '../refusal.ts'
import { askShop, buildIri, readMembers } from './ask-shop.ts'
import { readShopChannel } from './channels.ts'
import { readOptions } from './options.ts'
import { isCode, type Product, parseProduct, parseVariant, toRemoteVariant, type Variant } from './product.ts'
import { formatProductCursor, type ProductCursor, parseProductCursor, stepBack, stepForward } from './product-cursor.ts'

const PRODUCTS_AT_ONCE = 30
const MAX_VARIANTS = 100
/** Products in one request for variants; more would make the URL too long. */
const OWNERS_AT_ONCE = 20

const requireReadable = <T>(record: T | undefined): T => {
  if (!record) throw buildUnreadableError()
  return record
}

/** Returns the product with this code. Codes are case-insensitive, so the result may differ in case. */
export const findProduct = async (shop: Shop, code: string): Promise<Product | undefined> => {
  if (!isCode(code)) return undefined
  const { status, json } = await askShop(shop, `/products/${code}`, {}, 404)
  return status === 404 ? undefined : requireReadable(parseProduct(json))
}

export const findVariant = async (shop: Shop, code: string): Promise<Variant | undefined> => {
  if (!isCode(code)) return undefined
  const { status, json } = await askShop(shop, `/product-variants/${code}`, {}, 404)
  return status === 404 ? undefined : requireReadable(parseVariant(json))
}

/** Returns variants by code; most are read in one list, because they belong to few products. */
export const findVariantsByCode = async (
  shop: Shop,
  wanted: readonly { product: string; code: string }[],
): Promise<Map<string, Variant>> => {
  const found = new Map<string, Variant>()
  const owners = [...new Set(wanted.map(({ product }) => product))].filter(isCode)
  for (let start = 0; start < owners.length; start += OWNERS_AT_ONCE) {
    const some = owners.slice(start, start + OWNERS_AT_ONCE).map((code) => buildIri(shop, `/products/${code}`))
    const { json } = await askShop(shop, '/product-variants', { 'product[]': some, itemsPerPage: '100' })
    for (const variant of readMembers(json).members.map(parseVariant)) if (variant) found.set(variant.code, variant)
  }
  for (const { code } of wanted) {
    const variant = found.has(code) ? undefined : await findVariant(shop, code)
    if (variant?.code === code) found.set(code, variant)
  }
  return found
}

const readProducts = async (shop: Shop, channel: string, page: number, size: number) => {
  const query = { channel: buildIri(shop, `/channels/${channel}`), 'order[code]': 'asc' }
  const { json } = await askShop(shop, '/products', { ...query, page: String(page), itemsPerPage: String(size) })
  return readMembers(json)
}

/** Returns false if products before the page have disappeared, so that unread ones have moved there. */
const isUnmoved = async (shop: Shop, channel: string, { read, last }: ProductCursor) => {
  if (!read || !last) return true
  const { members } = await readProducts(shop, channel, read, 1)
  return parseProduct(members[0])?.code === last
}

export const readCatalogPage = async (shop: Shop, text: string | null): Promise<VariantPage> => {
  const shopChannel = await readShopChannel(shop)
  const cursor = parseProductCursor(text)
  const { members, total, hasNext } = await readProducts(shop, shopChannel.channel.code, cursor.page, PRODUCTS_AT_ONCE)
  if (!(await isUnmoved(shop, shopChannel.channel.code, cursor)))
    return { variants: [], next: formatProductCursor(stepBack(cursor)) }
  const products = new Map(members.flatMap((member) => parseProduct(member) ?? []).map((each) => [each.code, each]))
  const pairs = [...products.values()].flatMap(({ code, variants }) =>
    variants.map((each) => ({ product: code, code: each })),
  )
  const start = pairs.findIndex(({ code }) => code === cursor.variant) + 1
  const some = pairs.slice(start, start + MAX_VARIANTS)
  const found = await findVariantsByCode(shop, some)
  const options = await readOptions(shop, products.values())
  const variants = some.flatMap(({ product, code }) => {
    const [owner, variant] = [products.get(product), found.get(code)]
    return owner && variant ? toRemoteVariant(owner, variant, shopChannel, options) : []
  })
  if (start + some.length < pairs.length)
    return { variants, next: formatProductCursor({ ...cursor, variant: some.at(-1)?.code ?? '' }) }
  const after = stepForward(cursor, members.length, parseProduct(members.at(-1))?.code ?? '')
  const more = members.length > 0 && (hasNext ?? (total === undefined || after.read < total))
  return { variants, next: more ? formatProductCursor(after) : null }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  const shopChannel = await readShopChannel(shop)
  const codes = [...new Set(wanted.map(({ externalProductId }) => externalProductId))]
  const products = new Map<string, Product>()
  for (const code of codes) {
    const product = await findProduct(shop, code)
    if (product?.code === code) products.set(code, product)
  }
  const existing = wanted.filter(({ externalProductId, externalVariantId }) =>
    products.get(externalProductId)?.variants.includes(externalVariantId),
  )
  const found = await findVariantsByCode(
    shop,
    existing.map(({ externalProductId, externalVariantId }) => ({
      product: externalProductId,
      code: externalVariantId,
    })),
  )
  const options = await readOptions(shop, products.values())
  return existing.flatMap(({ externalProductId, externalVariantId }) => {
    const [product, variant] = [products.get(externalProductId), found.get(externalVariantId)]
    return product && variant ? toRemoteVariant(product, variant, shopChannel, options) : []
  })
}
