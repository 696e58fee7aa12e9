import type { RemoteFulfilment, RemoteParcel } from '../../custodians/custodian-connector.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import { countOpen, type StoredFulfilmentLine, type ToldParcel } from '../orders/fulfilment-order.ts'
import { assignBySku } from '../orders/lines.ts'
import { addUpBySku, addUpCounted, holdsTheRest, UNNAMED } from './parcel-left.ts'

type Pieces = readonly { sku: string; quantity: number }[]

/** Lists the open pieces without those that the custodian will not send. */
const listRest = (lines: readonly StoredFulfilmentLine[], { cancelled }: RemoteFulfilment): Pieces => {
  const missing = addUpBySku(cancelled)
  for (const { sku, cancelled: known } of lines) missing.set(foldSku(sku), (missing.get(foldSku(sku)) ?? 0) - known)
  return lines.map((line) => {
    const lacking = Math.min(countOpen(line), Math.max(0, missing.get(foldSku(line.sku)) ?? 0))
    missing.set(foldSku(line.sku), (missing.get(foldSku(line.sku)) ?? 0) - lacking)
    return { sku: line.sku, quantity: countOpen(line) - lacking }
  })
}

/** Returns pieces without those that are counted already. */
const subtract = (pieces: Pieces, counted: ReadonlyMap<SkuKey, number>): Pieces => {
  const left = new Map(counted)
  return pieces.map(({ sku, quantity }) => {
    const known = Math.min(quantity, left.get(foldSku(sku)) ?? 0)
    left.set(foldSku(sku), (left.get(foldSku(sku)) ?? 0) - known)
    return { sku, quantity: quantity - known }
  })
}

/** Takes pieces of these SKUs from those that left without a named parcel. */
const claimUnnamed = (lines: readonly StoredFulfilmentLine[], unnamed: ToldParcel, wanted: Pieces): Map<Id, number> => {
  const own = new Map(unnamed.pieces.map(({ lineId, quantity }) => [lineId, quantity]))
  return assignBySku(lines, wanted, ({ id }) => own.get(id) ?? 0).pieces
}

export interface CountedParcel {
  /** Pieces that left by it and were open. */
  pieces: ReadonlyMap<Id, number>
  /** Pieces that left by it although they had been cancelled. */
  late: ReadonlyMap<Id, number>
  /** True if pieces had left without a named parcel, and are in this one. */
  isClaiming: boolean
  parcels: readonly ToldParcel[]
}

const joinPieces = (known: ToldParcel['pieces'], ...more: ReadonlyMap<Id, number>[]): ToldParcel['pieces'] => {
  const sums = new Map(known.map(({ lineId, quantity }) => [lineId, quantity]))
  for (const [lineId, quantity] of more.flatMap((each) => [...each]))
    sums.set(lineId, (sums.get(lineId) ?? 0) + quantity)
  return [...sums].flatMap(([lineId, quantity]) => (quantity > 0 ? [{ lineId, quantity }] : []))
}

/**
 * Counts the pieces of a parcel that left, beyond those that are counted of it: first those that left without a named parcel,
 * then open ones, then cancelled ones. One that does not name its pieces holds the rest, if the custodian is done.
 */
export const countParcel = (
  lines: readonly StoredFulfilmentLine[],
  parcels: readonly ToldParcel[],
  parcel: Pick<RemoteParcel, 'id' | 'lines'>,
  told: RemoteFulfilment,
): CountedParcel => {
  const known = parcels.find(({ id }) => id === parcel.id) ?? { id: parcel.id, pieces: [] }
  const unnamed = parcels.find(({ id }) => id === UNNAMED && id !== parcel.id) ?? { id: UNNAMED, pieces: [] }
  const wanted = parcel.lines.length
    ? subtract(parcel.lines, addUpCounted(lines, [known]))
    : !known.pieces.length && holdsTheRest(told)
      ? [...listRest(lines, told), ...listUnnamed(lines, unnamed)]
      : []
  const claimed = claimUnnamed(lines, unnamed, wanted)
  const unclaimed = subtract(wanted, addUpCounted(lines, [{ id: '', pieces: joinPieces([], claimed) }]))
  const { pieces, excess } = assignBySku(lines, unclaimed)
  const late = assignBySku(lines, excess, ({ cancelled }) => cancelled).pieces
  const negated = new Map([...claimed].map(([lineId, quantity]) => [lineId, -quantity]))
  const left = joinPieces(unnamed.pieces, negated)
  return {
    pieces,
    late,
    isClaiming: claimed.size > 0,
    parcels: [
      ...parcels.filter(({ id }) => id !== parcel.id && id !== UNNAMED),
      { id: parcel.id, pieces: joinPieces(known.pieces, claimed, pieces, late) },
      ...(left.length ? [{ id: UNNAMED, pieces: left }] : []),
    ],
  }
}

const listUnnamed = (lines: readonly StoredFulfilmentLine[], { pieces }: ToldParcel): Pieces =>
  pieces.flatMap(({ lineId, quantity }) => {
    const sku = lines.find(({ id }) => id === lineId)?.sku
    return sku === undefined ? [] : [{ sku, quantity }]
  })
