import { parseObject, readText } from '../../connectors/reading.ts'
import { formatDecimal } from '../../platform/money/minor-units.ts'
import {
  type CancelAnswer,
  CustodianError,
  type CustodianSystem,
  type Dispatch,
  type RemoteFulfilment,
} from '../custodian-connector.ts'
import { dispatchOnce } from '../vendor/dispatch-once.ts'
import { afterSending, buildRefused, explainRefusal, sumBySku } from '../vendor/remote.ts'
import { findNamedWarehouse, findPickedWarehouse } from '../vendor/warehouse.ts'
import { readCustomer, WAREHOUSES, withCustomer } from './account.ts'
import { askShipHero, Refused } from './ask-shiphero.ts'
import { CANCEL, CREATE, ORDERS, SHIPMENTS } from './documents.ts'
import { listNodes, readOrder } from './order.ts'
import { NAME } from './session.ts'

export const test = async (system: CustodianSystem): Promise<void> => {
  await readCustomer(system)
  await findNamedWarehouse(system, WAREHOUSES)
}

export const findOrder = async (system: CustodianSystem, reference: string): Promise<RemoteFulfilment | undefined> => {
  const customer = await withCustomer(system)
  const found = await askShipHero(system, { document: ORDERS, variables: { order_number: reference, ...customer } })
  const order = listNodes(parseObject(found.orders).data).find(({ order_number: number }) => number === reference)
  if (!order) return undefined
  const { shipments } = await askShipHero(system, {
    document: SHIPMENTS,
    variables: { order_id: readText(order.id), ...customer },
  })
  return readOrder(order, listNodes(parseObject(shipments).data))
}

/** ShipHero wants first and last names; the last word is taken as the latter. */
const splitName = (name: string) => {
  const words = name.trim().split(/\s+/)
  return {
    first_name: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    last_name: words.length > 1 ? words.at(-1) : '',
  }
}

const buildOrder = (
  { reference, orderNumber, serviceLevel, deliveryAddress, customer, customerNote, currency, lines }: Dispatch,
  warehouse: string | undefined,
) => ({
  // Both names hold the reference, by which orders are found.
  order_number: reference,
  partner_order_id: reference,
  fulfillment_status: 'pending',
  currency,
  ...(deliveryAddress.email && { email: deliveryAddress.email }),
  ...(customerNote && { packing_note: customerNote }),
  tags: [orderNumber],
  shipping_lines: { title: serviceLevel ?? 'Standard', price: '0.00', ...(serviceLevel && { method: serviceLevel }) },
  shipping_address: {
    ...splitName(deliveryAddress.name ?? deliveryAddress.company ?? customer.name ?? ''),
    company: deliveryAddress.company,
    address1: deliveryAddress.line1,
    address2: deliveryAddress.line2,
    city: deliveryAddress.city,
    state: deliveryAddress.region,
    zip: deliveryAddress.postalCode,
    country: deliveryAddress.countryCode,
    phone: deliveryAddress.phone,
  },
  line_items: sumBySku(lines).map(({ sku, name, quantity, unitPrice }, at) => ({
    sku,
    partner_line_item_id: `${reference}-${at + 1}`,
    product_name: name ?? sku,
    quantity,
    price: formatDecimal(unitPrice ?? 0, currency),
    // Keeps ShipHero from moving the line to another warehouse.
    ...(warehouse && { warehouse_id: warehouse }),
  })),
})

/** Errors that tell that the order is wrong; after any other one the order may exist. */
const WRONG = /invalid|required|not found|does ?n.t exist|unknown|must |already/i

/** ShipHero accepts a number twice, so that the order is looked up first. */
export const dispatch = dispatchOnce(async (system: CustodianSystem, wanted: Dispatch): Promise<RemoteFulfilment> => {
  const known = await findOrder(system, wanted.reference)
  if (known) return known
  const warehouse = await findPickedWarehouse(system, WAREHOUSES)
  const data = { ...buildOrder(wanted, warehouse), ...(await withCustomer(system)) }
  return await afterSending(async () => {
    try {
      await askShipHero(system, { document: CREATE, variables: { data }, isRepeatable: false })
    } catch (error) {
      if (!(error instanceof Refused && WRONG.test(JSON.stringify(error.json)))) throw error
      const answer = { status: 400, json: error.json }
      return (await findOrder(system, wanted.reference)) ?? buildRefused(wanted.reference, explainRefusal(NAME, answer))
    }
    const placed = await findOrder(system, wanted.reference)
    if (!placed) throw new CustodianError('UPSTREAM_ERROR', `${NAME} does not show the new order yet.`)
    return placed
  })
})

/** Never forces: that would cancel an order whose parcels have left. */
export const cancelOrder = async (
  system: CustodianSystem,
  { reference, remoteId }: { reference: string; remoteId: string },
): Promise<CancelAnswer> => {
  const data = { order_id: remoteId, reason: 'Cancelled by the seller', void_on_platform: false, force: false }
  try {
    const variables = { data: { ...data, ...(await withCustomer(system)) } }
    await askShipHero(system, { document: CANCEL, variables })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const state = (await findOrder(system, reference))?.state
    return state === 'cancelled'
      ? { answer: 'accepted' }
      : { answer: 'refused', reason: `${NAME} no longer cancels the order.` }
  }
  const state = (await findOrder(system, reference))?.state
  return { answer: state === 'cancelled' ? 'accepted' : 'pending' }
}
