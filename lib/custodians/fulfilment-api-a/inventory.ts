import { isInteger, parseObject, readText } from '../../connectors/reading.ts'
import { isSameSku } from '../../platform/identifiers/sku.ts'
import {
  CustodianError,
  type CustodianSystem,
  type InboundAnnouncement,
  type RemoteStock,
} from '../custodian-connector.ts'
import { isSuccess, toRefusal } from '../vendor/custodian-http.ts'
import {
  buildCursorError,
  buildUnreadableError,
  listObjects,
  readCount,
  requireId,
  sumBySku,
} from '../vendor/remote.ts'
import { findPickedWarehouse, requireReceivingWarehouse } from '../vendor/warehouse.ts'
import { askShipBob, NAME, readShipBob } from './ask-shipbob.ts'
import { CENTERS } from './centers.ts'

const PAGE_SIZE = 250

/** Returns the cursor in the link to the next page. The link itself is not followed, because it could lead elsewhere. */
const readNext = (next: unknown): string | null => {
  const link = readText(next, 2048)
  const query = link ? new URLSearchParams(link.slice(link.indexOf('?') + 1)) : new URLSearchParams()
  return query.get('Cursor') ?? query.get('cursor')
}

const countAt = (center: string, { locations }: Record<string, unknown>): number =>
  listObjects(locations)
    .filter(({ location_id: id }) => String(id) === center)
    .reduce((sum, { on_hand_quantity: pieces }) => sum + readCount(pieces), 0)

/** Reads a page of the stock of the centre that the tenant picks, or of all. */
export const readStockPage = async (system: CustodianSystem, cursor: string | null) => {
  if (cursor !== null && !/^[\w+/=.:-]{1,1000}$/.test(cursor)) throw buildCursorError()
  const center = await findPickedWarehouse(system, CENTERS)
  const query = { PageSize: String(PAGE_SIZE), ...(cursor !== null && { Cursor: cursor }) }
  const path = center ? '/inventory-level/locations' : '/inventory-level'
  const { items, next } = parseObject(await readShipBob(system, path, { query }))
  if (!Array.isArray(items)) throw buildUnreadableError(NAME)
  const stock = listObjects(items).flatMap((item): RemoteStock[] => {
    const sku = readText(item.sku)
    const onHand = center ? countAt(center, item) : item.total_on_hand_quantity
    return sku && isInteger(onHand) ? [{ sku, onHand }] : []
  })
  return { stock, next: items.length ? readNext(next) : null }
}

const findInventoryId = async (system: CustodianSystem, sku: string): Promise<number | undefined> => {
  const { items } = parseObject(await readShipBob(system, '/inventory-level', { query: { SearchBy: sku } }))
  const found = listObjects(items).find((each) => isSameSku(readText(each.sku), sku))?.inventory_id
  return isInteger(found) ? found : undefined
}

const findReceiving = async (system: CustodianSystem, reference: string): Promise<string | undefined> => {
  const query = { PurchaseOrderNumbers: reference }
  const json = await readShipBob(system, '/receiving', { query })
  const orders = Array.isArray(json) ? json : parseObject(json).items
  const found = listObjects(orders).find((each) => each.purchase_order_number === reference)
  return found && requireId(NAME, found.id)
}

/** Announces goods as one pallet that holds all lines; looks first, because ShipBob accepts a number twice. */
export const announce = async (
  system: CustodianSystem,
  { reference, expectedAt, lines }: InboundAnnouncement,
): Promise<string> => {
  const known = await findReceiving(system, reference)
  if (known) return known
  const center = await requireReceivingWarehouse(system, CENTERS)
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
      fulfillment_center: { id: Number(center) },
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
