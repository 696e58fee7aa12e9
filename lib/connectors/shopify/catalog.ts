import type { ExternalVariant, RemoteVariant, Shop, VariantPage } from '../connector.ts'
import { measureGrams } from '../content/measure.ts'
import { readPath } from '../graphql.ts'
import { parseObject, readText } from '../reading.ts'
import { buildCursorError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { parseShopDetails, readVariant, SHOP, type ShopDetails, VARIANT } from './variant.ts'

const PAGE_SIZE = 50

const GOODS = 'barcode inventoryItem { harmonizedSystemCode countryCodeOfOrigin measurement { weight { unit value } } }'

const PAGE = `query Variants($first: Int!, $after: String) {
  productVariants(first: $first, after: $after, sortKey: ID) { pageInfo { hasNextPage endCursor } nodes { ${VARIANT} ${GOODS} } } ${SHOP} }`
const SOME = `query VariantsAt($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant { ${VARIANT} ${GOODS} } } ${SHOP} }`

/** Returns true for an id of a variant. A request with any other id fails as a whole. */
export const isVariantId = (id: string): boolean => /^gid:\/\/shopify\/ProductVariant\/\d{1,20}$/.test(id)

const isCursor = (text: string) => /^[\w+/=-]{1,2000}$/.test(text)

/** Reads what a variant says of its goods. */
const readGoods = (raw: unknown): NonNullable<RemoteVariant['goods']> => {
  const weight = parseObject(readPath(raw, 'inventoryItem', 'measurement', 'weight'))
  const grams = measureGrams(weight.value, weight.unit)
  return {
    gtin: readText(readPath(raw, 'barcode')),
    hsCode: readText(readPath(raw, 'inventoryItem', 'harmonizedSystemCode')),
    countryOfOrigin: readText(readPath(raw, 'inventoryItem', 'countryCodeOfOrigin')),
    ...(grams !== undefined && { weightGrams: grams }),
  }
}

const readVariants = (nodes: readonly unknown[], details: ShopDetails): RemoteVariant[] =>
  nodes.flatMap((node) => {
    const variant = readVariant(node, details)
    return variant ? { ...variant, goods: readGoods(node) } : []
  })

export const readCatalogPage = async (shop: Shop, cursor: string | null): Promise<VariantPage> => {
  if (cursor !== null && !isCursor(cursor)) throw buildCursorError()
  const data = await askShop(shop, PAGE, { variables: { first: PAGE_SIZE, after: cursor } })
  const details = parseShopDetails(data)
  const nodes = requireList(readPath(data, 'productVariants', 'nodes'))
  const { hasNextPage, endCursor } = parseObject(readPath(data, 'productVariants', 'pageInfo'))
  return {
    variants: readVariants(nodes, details),
    next: hasNextPage === true ? readText(endCursor, 2000) : null,
  }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  if (!wanted.length) return []
  const ids = wanted.map(({ externalVariantId }) => externalVariantId).filter(isVariantId)
  const data = await askShop(shop, SOME, { variables: { ids } })
  const details = parseShopDetails(data)
  return readVariants(requireList(data.nodes), details)
}
