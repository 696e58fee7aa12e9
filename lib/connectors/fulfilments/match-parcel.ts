import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { foldTrackingNumber, isSameTrackingNumber } from '../../platform/identifiers/tracking-number.ts'
import type { Parcel, Publication, ShopFulfilment } from './fulfilment.ts'
import { readTrackingNumbers } from './tracking-numbers.ts'

/** A line of an order in a shop, with the pieces that the shop still expects. */
export interface OpenLine {
  id: string
  sku: string | null
  open: number
}

export interface Pieces {
  line: string
  quantity: number
}

const toKey = (sku: string | null) => foldSku(sku ?? '')

/** Adds up quantities by SKU, since several lines may have the same one. */
export const addUpPieces = (lines: readonly { sku: string | null; quantity: number }[]): Map<SkuKey, number> => {
  const pieces = new Map<SkuKey, number>()
  for (const { sku, quantity } of lines)
    if (toKey(sku)) pieces.set(toKey(sku), (pieces.get(toKey(sku)) ?? 0) + quantity)
  return pieces
}

/** Returns what is open of each line after these fulfilments, for platforms that do not tell. */
export const listOpenLines = (
  lines: readonly { id: string; sku: string | null; quantity: number }[],
  fulfilments: readonly ShopFulfilment[],
): OpenLine[] => {
  const done = addUpPieces(fulfilments.flatMap((fulfilment) => fulfilment.lines))
  return lines.map(({ id, sku, quantity }) => {
    const used = Math.min(quantity, done.get(toKey(sku)) ?? 0)
    done.set(toKey(sku), (done.get(toKey(sku)) ?? 0) - used)
    return { id, sku, open: quantity - used }
  })
}

/** Returns what `wanted` has beyond `present`. */
const subtractPieces = (wanted: ReadonlyMap<SkuKey, number>, present: ReadonlyMap<SkuKey, number>) =>
  new Map([...wanted].map(([sku, quantity]) => [sku, Math.max(0, quantity - (present.get(sku) ?? 0))]))

/** Divides pieces among the lines with their SKU, in the order of the lines; never more than a line has open. */
export const dividePieces = (pieces: ReadonlyMap<SkuKey, number>, lines: readonly OpenLine[]): Pieces[] => {
  const left = new Map(pieces)
  return lines.flatMap(({ id, sku, open }) => {
    const quantity = Math.min(left.get(toKey(sku)) ?? 0, Math.max(0, Math.floor(open)))
    if (quantity <= 0) return []
    left.set(toKey(sku), (left.get(toKey(sku)) ?? 0) - quantity)
    return [{ line: id, quantity }]
  })
}

/** Returns the pieces of a parcel that its fulfilments in the shop lack and the shop still expects. */
export const findLacking = (
  { lines }: Pick<Parcel, 'lines'>,
  own: readonly ShopFulfilment[],
  open: readonly OpenLine[],
): Pieces[] =>
  dividePieces(subtractPieces(addUpPieces(lines), addUpPieces(own.flatMap((fulfilment) => fulfilment.lines))), open)

const isSame = (one: ReadonlyMap<SkuKey, number>, other: ReadonlyMap<SkuKey, number>) =>
  one.size === other.size && [...one].every(([sku, quantity]) => other.get(sku) === quantity)

const isClaimed = ({ externalId, mark }: ShopFulfilment, { id, externalIds }: Parcel) =>
  externalIds.includes(externalId) || mark === id

/**
 * Finds the shop's fulfilments that are this parcel: those known or marked as such, else those with its tracking number. If an
 * answer of the shop may have been lost, one without mark and number but with the same pieces counts as well. Without such an
 * attempt it is the work of somebody else.
 */
export const findOwnFulfilments = (
  fulfilments: readonly ShopFulfilment[],
  { parcel, others }: Pick<Publication, 'parcel' | 'others'>,
): ShopFulfilment[] => {
  // Staff may put several parcels of ours into one fulfilment.
  const isShared = ({ trackingNumber }: ShopFulfilment) =>
    parcel.trackingNumber !== null &&
    readTrackingNumbers(trackingNumber).length > 1 &&
    !isOutdated({ trackingNumber }, parcel)
  const free = fulfilments.filter((each) => isShared(each) || !others.some((other) => isClaimed(each, other)))
  const numbers = [parcel.trackingNumber, ...parcel.formerNumbers].flatMap((number) => foldTrackingNumber(number) ?? [])
  const own = free.filter(
    (each) =>
      isClaimed(each, parcel) ||
      readTrackingNumbers(each.trackingNumber).some((number) => numbers.includes(foldTrackingNumber(number) ?? '')),
  )
  if (own.length || !parcel.wasTried) return own
  const wanted = addUpPieces(parcel.lines)
  const alike = free.find(
    ({ mark, trackingNumber, lines }) =>
      mark === null && trackingNumber === null && lines.length > 0 && isSame(addUpPieces(lines), wanted),
  )
  return alike ? [alike] : []
}

/**
 * Tells whether a fulfilment lacks the parcel's tracking number. Shops rewrite names of carriers and links, so these do not
 * count.
 */
export const isOutdated = (
  { trackingNumber }: Pick<ShopFulfilment, 'trackingNumber'>,
  parcel: Pick<Parcel, 'trackingNumber'>,
): boolean =>
  parcel.trackingNumber !== null &&
  !readTrackingNumbers(trackingNumber).some((number) => isSameTrackingNumber(number, parcel.trackingNumber))
