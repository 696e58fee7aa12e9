import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { foldTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import type { Shown, ShownFulfilment } from './read-fulfilments.ts'
import type { LineAsRead } from './read-parts.ts'

/** A parcel of ours, with what the shop was told of it. */
export interface OwnParcel {
  id: string
  lines: readonly { sku: string; quantity: number }[]
  /** The shop's ids of its fulfilments. */
  externalIds: readonly string[]
  /** Tracking numbers that it has or had. */
  numbers: readonly string[]
  hasLeft: boolean
  /** True while the shop may have been told of it without an answer. */
  isUnanswered: boolean
}

type Line = Pick<LineAsRead, 'externalLineId' | 'kind' | 'sku' | 'quantity'>
type Counts = ReadonlyMap<number, number>

const keyOf = (sku: string | null) => foldSku(sku ?? '')

/** Pieces by SKU, from which lines take theirs one after another. */
const makePool = (lines: readonly { sku: string | null; quantity: number }[]) => {
  const left = new Map<SkuKey, number>()
  for (const { sku, quantity } of lines) left.set(keyOf(sku), (left.get(keyOf(sku)) ?? 0) + quantity)
  return (sku: string | null, most: number): number => {
    const taken = Math.min(most, left.get(keyOf(sku)) ?? 0)
    left.set(keyOf(sku), (left.get(keyOf(sku)) ?? 0) - taken)
    return taken
  }
}

/** Finds the lines of an order that the pieces of a fulfilment are of; each has the index of its line. */
const findPieces = (lines: readonly Line[], { lines: named }: ShownFulfilment) =>
  named.flatMap(({ externalLineId, sku, quantity }): { at: number; sku: string | null; quantity: number }[] => {
    const byId = externalLineId === null ? -1 : lines.findIndex((line) => line.externalLineId === externalLineId)
    if (byId >= 0) return [{ at: byId, sku: lines[byId]?.sku ?? null, quantity }]
    if (!sku) return []
    let rest = quantity
    return lines.flatMap((line, at) => {
      const taken = keyOf(line.sku) === keyOf(sku) ? Math.min(rest, line.quantity) : 0
      rest -= taken
      return taken ? [{ at, sku, quantity: taken }] : []
    })
  })

const describePieces = (pieces: readonly { sku: string | null; quantity: number }[]) => {
  const sums = new Map<SkuKey, number>()
  for (const { sku, quantity } of pieces) sums.set(keyOf(sku), (sums.get(keyOf(sku)) ?? 0) + quantity)
  return JSON.stringify([...sums].sort())
}

/** A fulfilment without mark and number counts as a parcel whose answer may have been lost if it has the same pieces. */
const isAlike = (fulfilment: ShownFulfilment, parcel: OwnParcel, lines: readonly Line[]): boolean =>
  parcel.isUnanswered &&
  fulfilment.shipmentId === null &&
  !fulfilment.trackingNumbers.length &&
  (!fulfilment.lines.length || describePieces(findPieces(lines, fulfilment)) === describePieces(parcel.lines))

/** Finds the parcels of ours that a fulfilment shows. */
const findOwn = (fulfilment: ShownFulfilment, parcels: readonly OwnParcel[], lines: readonly Line[]): OwnParcel[] => {
  const numbers = fulfilment.trackingNumbers.map(foldTrackingNumber)
  const own = parcels.filter(
    (parcel) =>
      parcel.id === fulfilment.shipmentId ||
      (fulfilment.externalId !== null && parcel.externalIds.includes(fulfilment.externalId)) ||
      parcel.numbers.some((number) => numbers.includes(foldTrackingNumber(number))),
  )
  return own.length ? own : parcels.filter((parcel) => isAlike(fulfilment, parcel, lines)).slice(0, 1)
}

const addCounts = (pieces: readonly { at: number; quantity: number }[]): Counts => {
  const counts = new Map<number, number>()
  for (const { at, quantity } of pieces) counts.set(at, (counts.get(at) ?? 0) + quantity)
  return counts
}

/** Finds what fulfilments of the shop have sent that are none of our parcels. */
const countForeign = (lines: readonly Line[], sent: readonly ShownFulfilment[], parcels: readonly OwnParcel[]) => {
  const owned = sent.map((fulfilment) => ({ fulfilment, own: findOwn(fulfilment, parcels, lines) }))
  const claiming = new Set(owned.flatMap(({ own }) => own))
  const take = makePool([...claiming].flatMap((parcel) => parcel.lines))
  const pieces = owned.flatMap(({ fulfilment, own }) =>
    findPieces(lines, fulfilment).flatMap(({ at, sku, quantity }) => {
      // A parcel whose pieces are not known has all of them.
      if (own.some((parcel) => !parcel.lines.length)) return []
      const foreign = own.length ? quantity - take(sku, quantity) : quantity
      return foreign > 0 ? [{ at, quantity: foreign }] : []
    }),
  )
  const whole = owned.filter(({ fulfilment }) => !fulfilment.lines.length)
  return {
    counts: addCounts(pieces),
    isRestOurs: whole.some(({ own }) => own.length > 0),
    isRestForeign: whole.some(({ own }) => own.length === 0),
  }
}

/**
 * Tells of the lines of a version how many of their pieces somebody else sends, and how many the shop holds back. Our own
 * parcels, which come back as the shop's fulfilments, do not count. `isAllSent` tells that the shop calls the order sent.
 */
export const assignElsewhere = <L extends Line>(
  lines: readonly L[],
  { fulfilments, fulfilled }: Shown,
  parcels: readonly OwnParcel[],
  isAllSent: boolean,
): (L & Pick<LineAsRead, 'fulfilledElsewhereQuantity' | 'onHoldQuantity'>)[] => {
  const ofKind = (kind: ShownFulfilment['kind']) => fulfilments.filter((each) => each.kind === kind)
  const countOf = (kind: ShownFulfilment['kind']) => addCounts(ofKind(kind).flatMap((each) => findPieces(lines, each)))
  const { counts: foreign, isRestOurs, isRestForeign } = countForeign(lines, ofKind('sent'), parcels)
  const [assigned, held] = [countOf('elsewhere'), countOf('on_hold')]
  const isRestSent = isRestForeign || (isAllSent && !isRestOurs)
  const takeOwn = makePool(parcels.filter(({ hasLeft }) => hasLeft).flatMap((parcel) => parcel.lines))
  return lines.map((line, at) => {
    if (line.kind !== 'goods') return { ...line, fulfilledElsewhereQuantity: 0, onHoldQuantity: 0 }
    const { quantity } = line
    const own = takeOwn(line.sku, quantity)
    const told = isRestSent ? quantity : isRestOurs ? 0 : (fulfilled[at] ?? 0)
    const sent = Math.max(foreign.get(at) ?? 0, told - own)
    const elsewhere = Math.min(quantity, sent + (assigned.get(at) ?? 0))
    return {
      ...line,
      fulfilledElsewhereQuantity: elsewhere,
      onHoldQuantity: Math.min(quantity - elsewhere, held.get(at) ?? 0),
    }
  })
}

/** Tells whether a version says anything of fulfilments, for which our parcels have to be known. */
export const tellsOfFulfilments = ({ fulfilments, fulfilled }: Shown): boolean =>
  fulfilments.length > 0 || fulfilled.some((quantity) => quantity !== null && quantity > 0)
