import { isInteger, parseObject, readText } from '../../connectors/reading.ts'
import {
  CustodianError,
  type CustodianSystem,
  type InboundAnnouncement,
  type RemoteStock,
} from '../custodian-connector.ts'
import { isSuccess, toRefusal } from '../vendor/custodian-http.ts'
import { buildUnreadableError, listObjects, parsePage, requireId, sumBySku } from '../vendor/remote.ts'
import { askShipBob, NAME, readShipBob } from './ask-shipbob.ts'

const PAGE_SIZE = 250

export const readStockPage = async (system: CustodianSystem, cursor: string | null) => {
  const page = parsePage(cursor)
  const query = { PageSize: String(PAGE_SIZE), Page: String(page) }
  const { items, next } = parseObject(await readShipBob(system, '/inventory-level', { query }))
  if (!Array.isArray(items)) throw buildUnreadableError(NAME)
  const stock = listObjects(items).flatMap(({ sku, total_on_hand_quantity: onHand }): RemoteStock[] => {
    const name = readText(sku)
    return name && isInteger(onHand) ? [{ sku: name, onHand }] : []
  })
  // The link to the next page is not followed, because it could lead elsewhere.
  return { stock, next: readText(next, 2048) && items.length ? String(page + 1) : null }
}

const findInventoryId = async (system: CustodianSystem, sku: string): Promise<number | undefined> => {
  const { items } = parseObject(await readShipBob(system, '/inventory-level', { query: { SearchBy: sku } }))
  const found = listObjects(items).find((each) => each.sku === sku)?.inventory_id
  return isInteger(found) ? found : undefined
}

const findReceiving = async (system: CustodianSystem, reference: string): Promise<string | undefined> => {
  const query = { PurchaseOrderNumbers: reference }
  const json = await readShipBob(system, '/receiving', { query })
  const orders = Array.isArray(json) ? json : parseObject(json).items
  const found = listObjects(orders).find((each) => each.purchase_order_number === reference)
  return found && requireId(NAME, found.id)
}

const findCenter = async (system: CustodianSystem): Promise<unknown> => {
  const json = await readShipBob(system, '/fulfillment-center')
  return listObjects(Array.isArray(json) ? json : parseObject(json).items)[0]?.id
}

/** Announces goods as one pallet that holds all lines; looks first, because ShipBob accepts a number twice. */
export const announce = async (
  system: CustodianSystem,
  { reference, expectedAt, lines }: InboundAnnouncement,
): Promise<string> => {
  const known = await findReceiving(system, reference)
  if (known) return known
  const items = []
  for (const { sku, quantity } of sumBySku(lines)) {
    const inventoryId = await findInventoryId(system, sku)
    if (inventoryId === undefined)
      throw new CustodianError(
        'INVALID_CONFIG',
        `ShipBob does not know the SKU ${sku}. Create the product there first.`,
      )
    items.push({ inventory_id: inventoryId, quantity })
  }
  const answer = await askShipBob(system, '/receiving', {
    method: 'POST',
    json: {
      fulfillment_center: { id: await findCenter(system) },
      package_type: 'Pallet',
      box_packaging_type: 'EverythingInOneBox',
      purchase_order_number: reference,
      expected_arrival_date: expectedAt,
      boxes: [{ tracking_number: reference, box_items: items }],
    },
  })
  if (answer.status === 400 || answer.status === 422)
    throw new CustodianError('INVALID_CONFIG', 'ShipBob refuses the announcement. The arrival must be in the future.')
  if (!isSuccess(answer)) throw toRefusal(NAME, answer)
  return requireId(NAME, parseObject(answer.json).id)
}
