import type { Shop } from '../../connector.ts'
import { readPath } from '../../graphql.ts'
import { requireList } from '../../refusal.ts'
import { askShop } from '../ask-shop.ts'

export const hasMore = (page: unknown): boolean => readPath(page, 'pageInfo', 'hasNextPage') === true

/** A query of a further page of a list, by the id of its owner, with the names by which its answer has them. */
export interface FurtherPages {
  query: string
  root: string
  list: string
}

/** Returns all nodes of a list of which `owner` has the first page, which may take further requests. */
export const readAllNodes = async (
  shop: Shop,
  owner: unknown,
  { query, root, list }: FurtherPages,
  maxPages: number,
): Promise<unknown[]> => {
  let page = readPath(owner, list)
  const nodes = [...requireList(readPath(page, 'nodes'))]
  for (let pages = 1; hasMore(page) && pages < maxPages; pages++) {
    const variables = { id: readPath(owner, 'id'), after: readPath(page, 'pageInfo', 'endCursor') }
    page = readPath(await askShop(shop, query, { variables }), root, list)
    nodes.push(...requireList(readPath(page, 'nodes')))
  }
  return nodes
}
