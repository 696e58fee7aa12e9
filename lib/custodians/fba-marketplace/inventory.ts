import { isInteger, parseObject, readText } from '../../connectors/reading.ts'
import type { CustodianSystem, RemoteStock } from '../custodian-connector.ts'
import { requireJson } from '../vendor/custodian-http.ts'
import { buildCursorError, listObjects, readCount } from '../vendor/remote.ts'
import { askAmazon, NAME } from './ask-amazon.ts'
import { chooseMarketplace } from './marketplaces.ts'

const MAX_CURSOR_LENGTH = 2000

/** Reads a page of the stock that can be sold, including what is reserved for orders. */
export const readStockPage = async (system: CustodianSystem, cursor: string | null) => {
  if (cursor !== null && !(cursor.length <= MAX_CURSOR_LENGTH && /^[\x21-\x7e]+$/.test(cursor)))
    throw buildCursorError()
  const marketplaceId = await chooseMarketplace(system, null)
  const query = {
    details: 'true',
    granularityType: 'Marketplace',
    granularityId: marketplaceId,
    marketplaceIds: marketplaceId,
    ...(cursor !== null && { nextToken: cursor }),
  }
  const { payload, pagination } = parseObject(
    requireJson(NAME, await askAmazon(system, '/fba/inventory/v1/summaries', { query })),
  )
  const stock = listObjects(parseObject(payload).inventorySummaries).flatMap((summary): RemoteStock[] => {
    const sku = readText(summary.sellerSku)
    const { fulfillableQuantity, reservedQuantity } = parseObject(summary.inventoryDetails)
    if (!sku || !isInteger(fulfillableQuantity)) return []
    const { totalReservedQuantity } = parseObject(reservedQuantity)
    return [{ sku, onHand: readCount(fulfillableQuantity) + readCount(totalReservedQuantity) }]
  })
  return { stock, next: readText(parseObject(pagination).nextToken, MAX_CURSOR_LENGTH) }
}
