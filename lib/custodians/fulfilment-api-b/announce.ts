import { parseObject } from '../../connectors/reading.ts'
import { CustodianError, type CustodianSystem, type InboundAnnouncement } from '../custodian-connector.ts'
import { afterSending, requireId, sumBySku } from '../vendor/remote.ts'
import { requireReceivingWarehouse } from '../vendor/warehouse.ts'
import { WAREHOUSES, withCustomer } from './account.ts'
import { askShipHero, Refused } from './ask-shiphero.ts'
import { CREATE_PURCHASE_ORDER, PURCHASE_ORDER } from './documents.ts'
import { NAME } from './session.ts'

/** Returns undefined if there is none; ShipHero reports that as an error. */
const findPurchaseOrder = async (system: CustodianSystem, reference: string): Promise<string | undefined> => {
  try {
    const found = await askShipHero(system, { document: PURCHASE_ORDER, variables: { po_number: reference } })
    const { id } = parseObject(parseObject(found.purchase_order).data)
    return id === undefined || id === null ? undefined : requireId(NAME, id)
  } catch (error) {
    if (error instanceof Refused && /not found|does ?n.t exist/i.test(JSON.stringify(error.json))) return undefined
    throw error
  }
}

const ZERO = '0.00'

/** Announces goods as a purchase order without prices; looks first, because ShipHero may accept a number twice. */
export const announce = async (
  system: CustodianSystem,
  { reference, expectedAt, lines }: InboundAnnouncement,
): Promise<string> => {
  const known = await findPurchaseOrder(system, reference)
  if (known) return known
  const data = {
    ...(await withCustomer(system)),
    po_number: reference,
    po_date: expectedAt,
    subtotal: ZERO,
    shipping_price: ZERO,
    total_price: ZERO,
    warehouse_id: await requireReceivingWarehouse(system, WAREHOUSES),
    line_items: sumBySku(lines).map(({ sku, name, quantity }) => ({
      sku,
      quantity,
      product_name: name ?? sku,
      price: ZERO,
      expected_weight_in_lbs: '0',
    })),
  }
  return await afterSending(async () => {
    try {
      const made = await askShipHero(system, {
        document: CREATE_PURCHASE_ORDER,
        variables: { data },
        isRepeatable: false,
      })
      return requireId(NAME, parseObject(parseObject(made.purchase_order_create).purchase_order).id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const placed = await findPurchaseOrder(system, reference)
      if (placed) return placed
      throw new CustodianError('UPSTREAM_ERROR', `${NAME} refuses the announcement. Check that it knows the SKUs.`)
    }
  })
}
