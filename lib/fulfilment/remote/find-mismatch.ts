import type { RemoteFulfilment, RemoteParcel } from '../../custodians/custodian-connector.ts'
import { foldSku, isSameSku } from '../../platform/identifiers/sku.ts'
import { countOpenPieces, type StoredFulfilmentOrder, type ToldParcel } from '../orders/fulfilment-order.ts'
import type { ForeignParcel } from './find-foreign-parcels.ts'
import { addUpBySku, addUpCounted, UNNAMED } from './parcel-left.ts'

type Pieces = readonly { sku: string; quantity: number }[]

const MAX_NAMED = 8

/** Writes pieces as people read them, such as 2 × TEA and 1 × CUP. */
export const writePieces = (pieces: Pieces): string => {
  const named = pieces.slice(0, MAX_NAMED).map(({ sku, quantity }) => `${quantity} × ${sku}`)
  if (pieces.length > MAX_NAMED) named.push(`${pieces.length - MAX_NAMED} other SKUs`)
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : (named[0] ?? 'nothing')
}

/** The order as it is after the pieces of the parcels were counted. */
type Counted = Pick<StoredFulfilmentOrder, 'lines' | 'request' | 'custodianName'> & {
  parcels: readonly ToldParcel[]
  /** The parcels of the state that have left. */
  left: readonly RemoteParcel[]
}

/** Returns the pieces of parcels, told now or before, for which the lines have no room. */
const listExcess = ({ lines, parcels, left }: Counted, told: RemoteFulfilment): Pieces => {
  const isTold = (id: string) => told.parcels.some((parcel) => parcel.id === id)
  const silent = new Set(left.filter((parcel) => !parcel.lines.length).map(({ id }) => id))
  // A custodian may forget parcels that left, and what it did not name at first is named later.
  const others = parcels.filter(({ id }) => id !== UNNAMED && (silent.has(id) || !isTold(id)))
  const counted = addUpCounted(lines, others)
  const sums = addUpBySku(left.flatMap((parcel) => parcel.lines))
  const ordered = addUpBySku(lines.map((line) => ({ sku: line.sku, quantity: line.ordered })))
  const named = [...left.flatMap((parcel) => parcel.lines), ...lines]
  return [...new Set([...sums.keys(), ...counted.keys()])].flatMap((key) => {
    const quantity = (sums.get(key) ?? 0) + (counted.get(key) ?? 0) - (ordered.get(key) ?? 0)
    const sku = named.find((each) => foldSku(each.sku) === key)?.sku ?? key
    return quantity > 0 ? [{ sku, quantity }] : []
  })
}

const ENDED = ['closed', 'cancelled', 'refused']

/** Returns what a custodian will not send that nobody asked it for; nothing if it will not send anything. */
const listUnknownCancelled = ({ lines }: Counted, { state, cancelled }: RemoteFulfilment): Pieces =>
  state === 'cancelled' || state === 'refused'
    ? []
    : cancelled.filter(({ sku }) => !lines.some((line) => isSameSku(line.sku, sku)))

const explainExpected = ({ lines }: Pick<StoredFulfilmentOrder, 'lines'>): string =>
  `It was to send ${writePieces(lines.map(({ sku, ordered }) => ({ sku, quantity: ordered })))}`

/** Explains that a custodian tells of parcels of other orders; null if there are none. */
export const explainForeign = (order: StoredFulfilmentOrder, foreign: readonly ForeignParcel[]): string | null => {
  if (!foreign.length) return null
  const named = foreign
    .slice(0, MAX_NAMED)
    .map(({ trackingNumber, orderNumber }) => `${trackingNumber}, which is that of ${orderNumber ?? 'another order'}`)
  return `${order.custodianName} tells of the parcel ${named.join(' and of ')}. ${explainExpected(order)}`
}

/**
 * Explains in words for people what of a custodian's state does not fit an order; null if it fits. As long as something does
 * not, nobody knows which pieces are missing, so none may be sent again.
 */
export const findMismatch = (counted: Counted, told: RemoteFulfilment): string | null => {
  const { lines, parcels, left, request, custodianName } = counted
  const expected = explainExpected(counted)
  const excess = listExcess(counted, told)
  if (excess.length)
    return `${custodianName} tells of ${writePieces(excess)} in parcels that left, which the order has no room for. ${expected}`
  const unknown = listUnknownCancelled(counted, told)
  if (unknown.length)
    return `${custodianName} will not send ${writePieces(unknown)}, which it was not asked for. ${expected}`
  const unnamed = parcels.find(({ id }) => id === UNNAMED)
  if (unnamed?.pieces.length && told.parcels.length)
    return `${custodianName} names parcels without ${writePieces(nameUnnamed(counted, unnamed))}, which it had sent by what it told before. ${expected}`
  if (!told.state || !ENDED.includes(told.state) || !countOpenPieces({ lines })) return null
  if (told.state !== 'closed' && left.some(({ id, lines: own }) => !own.length && !isCounted(parcels, id)))
    return `${custodianName} sent a parcel without telling what is in it, and then ended the order. ${expected}`
  if (request === 'cancel_requested' && told.state === 'closed' && !left.length && !told.cancelled.length)
    return `${custodianName} closed the order after it was asked to cancel it, and does not tell whether it was sent. ${expected}`
  return null
}

const isCounted = (parcels: readonly ToldParcel[], id: string) =>
  parcels.some((parcel) => parcel.id === id && parcel.pieces.length > 0)

const nameUnnamed = ({ lines }: Counted, { pieces }: ToldParcel): Pieces =>
  pieces.map(({ lineId, quantity }) => ({ sku: lines.find(({ id }) => id === lineId)?.sku ?? lineId, quantity }))
