import { isInteger, parseObject, readText } from '../../connectors/reading.ts'
import type { CustodianSystem, RemoteStock } from '../custodian-connector.ts'
import { buildCursorError, buildUnreadableError, listObjects } from '../vendor/remote.ts'
import { NAME, readBol } from './ask-bol.ts'

const PAGE_SIZE = 50
const MAX_PAGE = 100_000

/** Returns the number of a page from a cursor; the first page has none. */
const parsePage = (cursor: string | null): number => {
  if (cursor === null) return 1
  const page = /^[1-9]\d{0,5}$/.test(cursor) ? Number(cursor) : 0
  if (page < 1 || page > MAX_PAGE) throw buildCursorError()
  return page
}

/** Reads a page of the stock in bol's warehouse, which names articles by their EAN. */
export const readStockPage = async (system: CustodianSystem, cursor: string | null) => {
  const page = parsePage(cursor)
  const { inventory = [] } = parseObject(await readBol(system, '/inventory', { page: String(page), state: 'REGULAR' }))
  if (!Array.isArray(inventory)) throw buildUnreadableError(NAME)
  const stock = listObjects(inventory).flatMap(({ ean, regularStock }): RemoteStock[] => {
    const sku = readText(ean)
    return sku && isInteger(regularStock) ? [{ sku, onHand: regularStock }] : []
  })
  return { stock, next: inventory.length < PAGE_SIZE ? null : String(page + 1) }
}
