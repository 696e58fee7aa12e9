import { ConnectorError, type ExternalVariant, type RemoteVariant, type Shop, type VariantPage } from '../connector.ts'
import { buildUnreadableError } from '../refusal.ts'
import { askShop, buildIri, readMembers } from './ask-shop.ts'
import { shelfOf } from './channels.ts'
import { isCode, type Product, parseProduct, parseVariant, toRemoteVariant, type Variant } from './product.ts'

const PRODUCTS_AT_ONCE = 30
const MAX_VARIANTS = 100
/** Products whose variants are asked for together; more would make long addresses. */
const OWNERS_AT_ONCE = 20

const requireReadable = <T>(record: T | undefined): T => {
  if (!record) throw buildUnreadableError()
  return record
}

/** The product of this code, if there is one; the store takes those that only differ in capitals for the same. */
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

/** Variants by their codes; most come in one list, since they lie in few products. */
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

/** Products are read in the order of their codes; pages have numbers only. */
interface Place {
  page: number
  /** How many products lie before the page, and the last of them; empty where it is not known. */
  read: number
  last: string
  /** The last variant that was read of the page; empty for none. */
  variant: string
}

const parseCursor = (cursor: string | null): Place => {
  const [, page, read, last, variant] = /^(\d{1,7}) (\d{1,9}) ([\w-]*) ([\w-]*)$/.exec(cursor ?? '1 0  ') ?? []
  if (page === undefined || last === undefined || variant === undefined)
    throw new ConnectorError('INVALID_CONFIG', 'The cursor is none of this store.')
  return { page: Number(page), read: Number(read), last, variant }
}

const formatCursor = ({ page, read, last, variant }: Place) => `${page} ${read} ${last} ${variant}`

const readProducts = async (shop: Shop, channel: string, page: number, size: number) => {
  const query = { channel: buildIri(shop, `/channels/${channel}`), 'order[code]': 'asc' }
  const { json } = await askShop(shop, '/products', { ...query, page: String(page), itemsPerPage: String(size) })
  return readMembers(json)
}

/** Whether those before the page are those that were read; where some are gone, others have moved there unread. */
const isInPlace = async (shop: Shop, channel: string, { read, last }: Place) => {
  if (!read || !last) return true
  const { members } = await readProducts(shop, channel, read, 1)
  return parseProduct(members[0])?.code === last
}

export const readCatalogPage = async (shop: Shop, cursor: string | null): Promise<VariantPage> => {
  const shelf = await shelfOf(shop)
  const place = parseCursor(cursor)
  const { members, total, hasNext } = await readProducts(shop, shelf.channel.code, place.page, PRODUCTS_AT_ONCE)
  if (!(await isInPlace(shop, shelf.channel.code, place))) {
    const size = place.read / (place.page - 1)
    const before = { page: place.page - 1, read: place.read - size, last: '', variant: '' }
    return { variants: [], next: formatCursor(before) }
  }
  const products = new Map(members.flatMap((member) => parseProduct(member) ?? []).map((each) => [each.code, each]))
  const pairs = [...products.values()].flatMap(({ code, variants }) =>
    variants.map((each) => ({ product: code, code: each })),
  )
  const start = pairs.findIndex(({ code }) => code === place.variant) + 1
  const some = pairs.slice(start, start + MAX_VARIANTS)
  const found = await findVariantsByCode(shop, some)
  const variants = some.flatMap(({ product, code }) => {
    const [owner, variant] = [products.get(product), found.get(code)]
    return owner && variant ? toRemoteVariant(owner, variant, shelf) : []
  })
  if (start + some.length < pairs.length)
    return { variants, next: formatCursor({ ...place, variant: some.at(-1)?.code ?? '' }) }
  const read = place.read + members.length
  const last = parseProduct(members.at(-1))?.code ?? ''
  const more = members.length > 0 && (hasNext ?? (total === undefined || read < total))
  return { variants, next: more ? formatCursor({ page: place.page + 1, read, last, variant: '' }) : null }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  const shelf = await shelfOf(shop)
  const codes = [...new Set(wanted.map(({ externalProductId }) => externalProductId))]
  const products = new Map<string, Product>()
  for (const code of codes) {
    const product = await findProduct(shop, code)
    if (product?.code === code) products.set(code, product)
  }
  const there = wanted.filter(({ externalProductId, externalVariantId }) =>
    products.get(externalProductId)?.variants.includes(externalVariantId),
  )
  const found = await findVariantsByCode(
    shop,
    there.map(({ externalProductId, externalVariantId }) => ({ product: externalProductId, code: externalVariantId })),
  )
  return there.flatMap(({ externalProductId, externalVariantId }) => {
    const [product, variant] = [products.get(externalProductId), found.get(externalVariantId)]
    return product && variant ? toRemoteVariant(product, variant, shelf) : []
  })
}
