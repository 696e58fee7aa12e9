import type { RemoteParcel } from '../../custodians/custodian-connector.ts'
import { divideAllocation } from '../../inventory/allocations/divide-allocation.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku } from '../../platform/identifiers/sku.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { type ParcelNews, recordParcel } from '../../shipping/shipments/record-parcel.ts'
import type { StoredShipment } from '../../shipping/shipments/shipment.ts'
import { type CountedHandOff, countHandOff } from '../analytics/count-fulfilment.ts'
import { fulfilmentUri } from '../fulfilments/fulfilment.ts'
import { fulfilments, type StoredFulfilment, type StoredHandOffLine } from '../fulfilments/fulfilment-store.ts'
import type { StoredFulfilmentLine, StoredFulfilmentOrder } from './fulfilment-order.ts'
import type { PiecesByLine } from './lines.ts'

const describeOrigin = (order: StoredFulfilmentOrder) => ({
  fulfilmentOrderId: order.id,
  salesOrderId: order.salesOrderId,
  orderNumber: order.orderNumber,
  channelId: order.channelId,
  custodianId: order.custodianId,
  custodianName: order.custodianName,
  deliveryAddress: order.deliveryAddress,
  customerNote: order.customerNote,
})

/** Creates or updates the shipment of a parcel of an order. */
export const recordParcelOfOrder = (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  { lines, ...parcel }: RemoteParcel,
  news: ParcelNews = {},
): Promise<StoredShipment> => {
  const bySku = new Map(order.lines.map((line) => [foldSku(line.sku), line]))
  const named = lines.map(({ sku, quantity }) => {
    const line = bySku.get(foldSku(sku))
    return { variantId: line?.variantId ?? null, sku: line?.sku ?? sku, name: line?.name ?? null, quantity }
  })
  return recordParcel(db, unit, describeOrigin(order), { ...parcel, lines: named }, news)
}

const toFulfilmentLine = (line: StoredFulfilmentLine, quantity: number): StoredHandOffLine => {
  const allocation = divideAllocation(line.allocation, quantity).taken
  return {
    orderLineId: line.id,
    stockItemId: allocation?.stockItemId ?? null,
    sku: line.sku,
    quantity,
    allocation,
  }
}

/** Describes a hand-off for the counts. */
export const toCounted = (
  { custodianId, createdAt }: StoredFulfilmentOrder,
  { lines, handedOverAt, isFirst }: Pick<StoredFulfilment, 'lines' | 'handedOverAt' | 'isFirst'>,
): CountedHandOff => ({
  custodianId,
  acceptedAt: createdAt,
  handedOverAt,
  pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  isFirst,
})

interface HandOff {
  id?: Id
  shipment: StoredShipment
  handedOverAt: string
  /** The lines before. */
  lines: readonly StoredFulfilmentLine[]
  pieces: PiecesByLine
  isFirst: boolean
}

/** Records that pieces left in a parcel, and counts it; the order and the stock change in the same unit. */
export const addHandOff = async (
  app: Pick<App, 'db'>,
  unit: Unit,
  order: StoredFulfilmentOrder,
  { id = unit.newId(), shipment, handedOverAt, lines, pieces, isFirst }: HandOff,
): Promise<StoredFulfilment> => {
  const fulfilment = unit.create(fulfilments, {
    id,
    fulfilmentOrderId: order.id,
    salesOrderId: order.salesOrderId,
    custodianId: order.custodianId,
    shipmentId: shipment.id,
    lines: lines.flatMap((line) => {
      const quantity = pieces.get(line.id) ?? 0
      return quantity ? [toFulfilmentLine(line, quantity)] : []
    }),
    handedOverAt,
    isFirst,
    reverses: null,
    reversedBy: null,
    reason: null,
  })
  if (!order.isTest) await countHandOff(app, unit, toCounted(order, fulfilment))
  unit.emit('fulfilment.fulfilment.handed_off', {
    subject: fulfilmentUri(order.id, fulfilment.id),
    data: {
      fulfilmentId: fulfilment.id,
      orderNumber: order.orderNumber,
      custodianName: order.custodianName,
      carrier: shipment.carrier,
      trackingNumber: shipment.trackingNumber,
    },
  })
  // The shipment itself tells the shop.
  unit.schedule('billing.tariffs.charge', { tenant: unit.tenant, fulfilmentId: fulfilment.id })
  return fulfilment
}
