import { isInteger, readText } from '../../connectors/reading.ts'
import type { CustodianSystem, RemoteStock } from '../custodian-connector.ts'
import { requireJson } from '../vendor/custodian-http.ts'
import { buildCursorError, buildUnreadableError, listObjects } from '../vendor/remote.ts'
import { askFlexport, NAME } from './ask-flexport.ts'

/** Returns the cursor of the next page from a Link header; the link itself is not followed. */
const readNext = (header: string | undefined): string | null => {
  const next = header?.split(',').find((each) => each.includes('rel="next"')) ?? ''
  const link = next.slice(next.indexOf('<') + 1, Math.max(0, next.indexOf('>')))
  return URL.canParse(link) ? new URL(link).searchParams.get('page_info') : null
}

/** Reads a page of the stock; Flexport's logistics SKU is taken as ours. */
export const readStockPage = async (system: CustodianSystem, cursor: string | null) => {
  if (cursor !== null && !/^[\w+/=.:-]{1,500}$/.test(cursor)) throw buildCursorError()
  const query: Record<string, string> = cursor === null ? {} : { page_info: cursor }
  const answer = await askFlexport(system, '/products/inventory/all', { query })
  const json = requireJson(NAME, answer)
  if (!Array.isArray(json)) throw buildUnreadableError(NAME)
  const stock = listObjects(json).flatMap(({ logisticsSku, onHand }): RemoteStock[] => {
    const sku = readText(logisticsSku)
    return sku && isInteger(onHand) ? [{ sku, onHand }] : []
  })
  return { stock, next: readNext(answer.headers.link) }
}
