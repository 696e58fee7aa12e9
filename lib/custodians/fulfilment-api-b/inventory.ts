import { parseObject, readText } from '../../connectors/reading.ts'
import type { CustodianSystem, RemoteStock } from '../custodian-connector.ts'
import { buildCursorError, listObjects, readCount } from '../vendor/remote.ts'
import { findPickedWarehouse } from '../vendor/warehouse.ts'
import { WAREHOUSES, withCustomer } from './account.ts'
import { askShipHero } from './ask-shiphero.ts'
import { PRODUCTS } from './documents.ts'
import { listNodes } from './order.ts'

/** Reads a page of products with what the warehouse that the tenant picks, or all of the account, have of them. */
export const readStockPage = async (system: CustodianSystem, cursor: string | null) => {
  if (cursor !== null && !/^[\w+/=:-]{1,500}$/.test(cursor)) throw buildCursorError()
  const picked = await findPickedWarehouse(system, WAREHOUSES)
  const variables = { ...(await withCustomer(system)), ...(cursor !== null && { after: cursor }) }
  const { products } = await askShipHero(system, { document: PRODUCTS, variables })
  const { data } = parseObject(products)
  const stock = listNodes(data).flatMap(({ sku, warehouse_products: places }): RemoteStock[] => {
    const name = readText(sku)
    const onHand = listObjects(places)
      .filter(({ warehouse_id: id }) => picked === undefined || id === picked)
      .reduce((sum, { on_hand: pieces }) => sum + readCount(pieces), 0)
    return name ? [{ sku: name, onHand }] : []
  })
  const { hasNextPage, endCursor } = parseObject(parseObject(data).pageInfo)
  return { stock, next: hasNextPage === true ? readText(endCursor, 500) : null }
}
