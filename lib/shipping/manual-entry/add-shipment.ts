import type { FulfilmentOrder } from '../../../schemas/fulfilment/fulfilment-order.ts'
import type { CreateShipmentInput } from '../../../schemas/shipping/shipment.ts'
import { EMPTY_ADDRESS } from '../../platform/addresses/empty-address.ts'
import { cleanText } from '../../platform/identifiers/clean-text.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { invalid, Problem } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { createShipment, nameCarrier } from '../shipments/change-shipment.ts'
import { NEW_PARCEL } from '../shipments/follow-parcel.ts'
import { normalizePromise } from '../shipments/schedule-delay.ts'
import type { StoredShipment } from '../shipments/shipment.ts'

type Order = Pick<
  FulfilmentOrder,
  | 'id'
  | 'status'
  | 'salesOrderId'
  | 'orderNumber'
  | 'channelId'
  | 'custodianId'
  | 'custodianName'
  | 'deliveryAddress'
  | 'customerNote'
> & {
  lines: readonly Pick<FulfilmentOrder['lines'][number], 'variantId' | 'sku' | 'name' | 'ordered' | 'cancelled'>[]
}

const countPieces = (order: Order) => {
  const pieces = new Map<SkuKey, number>()
  for (const { sku, ordered, cancelled } of order.lines)
    pieces.set(foldSku(sku), (pieces.get(foldSku(sku)) ?? 0) + ordered - cancelled)
  return pieces
}

/** Takes the lines from the fulfilment order, all of them if none are given. Throws all violations at once. */
const chooseLines = (order: Order, given: CreateShipmentInput['lines']): StoredShipment['lines'] => {
  const pieces = countPieces(order)
  const bySku = new Map(order.lines.map((line) => [foldSku(line.sku), line]))
  const toLine = (key: SkuKey, quantity: number) => {
    const { variantId, sku, name } = bySku.get(key) as Order['lines'][number]
    return { variantId, sku, name, quantity }
  }
  if (!given) return [...pieces].flatMap(([key, quantity]) => (quantity > 0 ? [toLine(key, quantity)] : []))
  const left = new Map(pieces)
  const violations = given.flatMap(({ sku, quantity }, i) => {
    const rest = left.get(foldSku(sku))
    if (rest === undefined)
      return [{ propertyPath: `lines[${i}].sku`, message: 'must be the SKU of a line of the fulfilment order' }]
    left.set(foldSku(sku), rest - quantity)
    if (rest >= quantity) return []
    return [{ propertyPath: `lines[${i}].quantity`, message: `must not exceed the ${Math.max(rest, 0)} that are left` }]
  })
  if (violations.length) throw invalid(...violations)
  return given.map(({ sku, quantity }) => toLine(foldSku(sku), quantity))
}

const requireAlone = ({ orderNumber, deliveryAddress }: CreateShipmentInput): void => {
  const given = Object.entries({ orderNumber, deliveryAddress }).filter(([, value]) => value !== undefined)
  const message = 'must be absent, because it comes from the fulfilment order'
  if (given.length) throw invalid(...given.map(([propertyPath]) => ({ propertyPath, message })))
}

const describeOrigin = (order: Order | undefined, given: CreateShipmentInput) => {
  if (!order) {
    const address = given.deliveryAddress
    return {
      ...{ fulfilmentOrderId: null, salesOrderId: null, channelId: null, custodianId: null, custodianName: null },
      orderNumber: given.orderNumber ?? null,
      deliveryAddress: address ? { ...EMPTY_ADDRESS, ...address } : null,
      customerNote: null,
      lines: (given.lines ?? []).map(({ sku, name = null, quantity }) => ({
        variantId: null,
        sku: cleanText(sku),
        name,
        quantity,
      })),
    }
  }
  requireAlone(given)
  const { id, salesOrderId, orderNumber, channelId, custodianId, custodianName, deliveryAddress, customerNote } = order
  return {
    ...{ fulfilmentOrderId: id, salesOrderId, orderNumber, channelId, custodianId, custodianName },
    ...{ deliveryAddress, customerNote },
    lines: chooseLines(order, given.lines),
  }
}

/** Creates a shipment that a person enters. It moves no stock: handing over the fulfilment order does. */
export const addShipment = async (
  db: Table,
  unit: Unit,
  order: Order | undefined,
  given: CreateShipmentInput,
): Promise<StoredShipment> => {
  if (order?.status === 'cancelled')
    throw new Problem('OPERATION_NOT_ALLOWED', 'The fulfilment order is cancelled, so it has no shipments.')
  const { carrier = null, service = null, trackingNumber = null, trackingUrl = null, promisedBy = null } = given
  const origin = describeOrigin(order, given)
  return createShipment(unit, {
    ...NEW_PARCEL,
    ...origin,
    ...(await nameCarrier(db, unit, { carrier, trackingNumber, trackingUrl })),
    service,
    promisedBy: normalizePromise(promisedBy),
    proofOfDelivery: null,
    parcelId: null,
  })
}
