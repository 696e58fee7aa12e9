import { countPieces, isReported, isTrueOf, type Seen, sum, wasSentAnyway } from './seen.ts'
import { tellsSo } from './telling.ts'
import { foreseeEnd } from './warehouse.ts'

/** Checks that the shop has each parcel once, and none that was cancelled or whose hand-off was reversed. */
const findShopFaults = (seen: Seen): string[] => {
  const { world, bought, orders, shipments, requests } = seen
  const inShop = world.table.all().filter(({ kind }) => kind === 'simulated-fulfilment')
  const ids = new Map(orders.map(({ id, externalOrderId }) => [id, externalOrderId]))
  const steady = new Set(bought.flatMap((each) => (each.isChanged ? [] : [each.externalOrderId])))
  return shipments.flatMap(({ id, salesOrderId, fulfilmentOrderId, parcelId, handedOverAt, status, lines }) => {
    const shown = inShop.filter(({ mark }) => mark === id)
    const times = shown.length
    // A parcel of which more pieces became known is several fulfilments.
    const pieces = sum(shown, (each) => countPieces(each.lines as readonly { quantity: number }[]))
    if (pieces > countPieces(lines))
      return [`the shop has ${pieces} pieces of shipment ${id}, not ${countPieces(lines)}`]
    if (times && status === 'cancelled') return [`the shop still has shipment ${id}, which ended`]
    const isSentAnyway = requests.some((each) => each.salesOrderId === salesOrderId && wasSentAnyway(seen, each))
    const request = requests.find((each) => each.id === fulfilmentOrderId)
    // The shop expects no pieces of a parcel in which people found none of the order.
    const isSettled = request?.parcels.some((parcel) => parcel.id === parcelId && !parcel.pieces.length)
    // A parcel with more pieces than were asked for leaves no room in the shop for those of another one.
    const isUnclear = requests.some(
      (each) =>
        each.salesOrderId === salesOrderId &&
        (isTrueOf(seen, each, 'mixes_up') || isTrueOf(seen, each, 'sends_more')) &&
        isReported(seen, each),
    )
    const isDue =
      salesOrderId &&
      !isUnclear &&
      !isSettled &&
      !isSentAnyway &&
      steady.has(ids.get(salesOrderId) ?? '') &&
      handedOverAt &&
      status !== 'cancelled'
    return isDue && !times && lines.some(({ variantId }) => variantId !== null)
      ? [`the shop does not have shipment ${id} of ${ids.get(salesOrderId)}`]
      : []
  })
}

/** Checks that each parcel has one shipment, and each hand-off one of them. */
const findShipmentFaults = ({ shipments, handOffs }: Seen): string[] => {
  const parcels = shipments.map(({ fulfilmentOrderId, parcelId }) => `${fulfilmentOrderId} ${parcelId}`)
  const found = parcels.length === new Set(parcels).size ? [] : ['a parcel has two shipments']
  for (const { id, shipmentId, reverses } of handOffs)
    if (!reverses && !shipments.some((each) => each.id === shipmentId)) found.push(`hand-off ${id} has no shipment`)
  return found
}

/**
 * Checks that each order has the parcels of its own reference with their last numbers, and that none is shown which never left
 * or as delivered which came back.
 */
const findForeignParcels = (seen: Seen): string[] => {
  const { world, requests, shipments } = seen
  return shipments.flatMap(({ id, fulfilmentOrderId, trackingNumber, status }) => {
    const request = requests.find((each) => each.id === fulfilmentOrderId)
    const keeper = world.keepers.find(({ custodian }) => custodian.id === request?.custodianId)
    const order = request && keeper?.warehouse?.orders.get(request.reference)
    if (!keeper?.warehouse || !order) return []
    const { simulation, telling } = keeper.warehouse
    const own = foreseeEnd(order, simulation).parcels.map((parcel) => parcel.trackingNumber)
    const isForeign =
      trackingNumber !== null &&
      status !== 'cancelled' &&
      !own.includes(trackingNumber) &&
      // Who is told of first is not known to be wrong, but then people are told of both.
      !isReported(seen, request, trackingNumber)
    const isBack = tellsSo(telling, 'comes_back', request.reference)
    return [
      ...(isBack && own.includes(trackingNumber) && status === 'delivered'
        ? [`shipment ${id} of ${request.reference} is delivered, and came back`]
        : []),
      ...(isForeign
        ? [`shipment ${id} of ${request.reference} has the number ${trackingNumber} of another order`]
        : []),
      ...(status === 'created' ? [`shipment ${id} of ${request.reference} is shown and never left`] : []),
    ]
  })
}

/** Lists what is wrong with parcels, for their buyers and in the shop. */
export const findParcelViolations = (seen: Seen): string[] => [
  ...findShopFaults(seen),
  ...findShipmentFaults(seen),
  ...findForeignParcels(seen),
]
