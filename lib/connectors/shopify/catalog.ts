import type { ExternalVariant, RemoteVariant, Shop, VariantPage } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { parseObject, readText } from '../reading.ts'
import { buildCursorError, requireList } from '../refusal.ts'
import { askShop } from './ask-shop.ts'
import { parseShopDetails, readVariant, SHOP, VARIANT } from './variant.ts'

const PAGE_SIZE = 50

const PAGE = `query Variants($first: Int!, $after: String) {
  productVariants(first: $first, after: $after, sortKey: ID) { pageInfo { hasNextPage endCursor } nodes { ${VARIANT} } } ${SHOP} }`
const SOME = `query VariantsAt($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant { ${VARIANT} } } ${SHOP} }`

/** Returns true for an id of a variant. A request with any other id fails as a whole. */
export const isVariantId = (id: string): boolean => /^gid:\/\/shopify\/ProductVariant\/\d{1,20}$/.test(id)

const isCursor = (text: string) => /^[\w+/=-]{1,2000}$/.test(text)

export const readCatalogPage = async (shop: Shop, cursor: string | null): Promise<VariantPage> => {
  if (cursor !== null && !isCursor(cursor)) throw buildCursorError()
  const data = await askShop(shop, PAGE, { variables: { first: PAGE_SIZE, after: cursor } })
  const details = parseShopDetails(data)
  const nodes = requireList(readPath(data, 'productVariants', 'nodes'))
  const { hasNextPage, endCursor } = parseObject(readPath(data, 'productVariants', 'pageInfo'))
  return {
    variants: nodes.flatMap((node) => readVariant(node, details) ?? []),
    next: hasNextPage === true ? readText(endCursor, 2000) : null,
  }
}

export const findVariants = async (shop: Shop, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  if (!wanted.length) return []
  const ids = wanted.map(({ externalVariantId }) => externalVariantId).filter(isVariantId)
  const data = await askShop(shop, SOME, { variables: { ids } })
  const details = parseShopDetails(data)
  return requireList(data.nodes).flatMap((node) => readVariant(node, details) ?? [])
}
