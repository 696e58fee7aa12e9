import { ConnectorError, type ExternalVariant, type RemoteVariant, type Store, type VariantPage } from '../connector.ts'
import { readPath } from '../graphql.ts'
import { readText } from '../reading.ts'
import { requireList } from '../refusal.ts'
import { ask } from './store.ts'
import { parseShop, readVariant, SHOP, VARIANT } from './variant.ts'

const PAGE_SIZE = 50

const PAGE = `query Variants($first: Int!, $after: String) {
  productVariants(first: $first, after: $after, sortKey: ID) { pageInfo { hasNextPage endCursor } nodes { ${VARIANT} } } ${SHOP} }`
const SOME = `query VariantsAt($ids: [ID!]!) { nodes(ids: $ids) { ... on ProductVariant { ${VARIANT} } } ${SHOP} }`

/** A variant's id in the shop; others are refused as a whole. */
export const isVariantId = (id: string): boolean => /^gid:\/\/shopify\/ProductVariant\/\d{1,20}$/.test(id)

const isCursor = (text: string) => /^[\w+/=-]{1,2000}$/.test(text)

export const readCatalogPage = async (store: Store, cursor: string | null): Promise<VariantPage> => {
  if (cursor !== null && !isCursor(cursor))
    throw new ConnectorError('INVALID_CONFIG', 'The cursor is none of this store.')
  const data = await ask(store, PAGE, { variables: { first: PAGE_SIZE, after: cursor } })
  const shop = parseShop(data)
  const nodes = requireList(readPath(data, 'productVariants', 'nodes'))
  const { hasNextPage, endCursor } = readPath(data, 'productVariants', 'pageInfo') as Record<string, unknown>
  return {
    variants: nodes.flatMap((node) => readVariant(node, shop) ?? []),
    next: hasNextPage === true ? readText(endCursor, 2000) : null,
  }
}

export const findVariants = async (store: Store, wanted: readonly ExternalVariant[]): Promise<RemoteVariant[]> => {
  if (!wanted.length) return []
  const ids = wanted.map(({ externalVariantId }) => externalVariantId).filter(isVariantId)
  const data = await ask(store, SOME, { variables: { ids } })
  const shop = parseShop(data)
  return requireList(data.nodes).flatMap((node) => readVariant(node, shop) ?? [])
}
