import type { ReturnLine } from '../../../schemas/fulfilment/return.ts'
import type { Id } from '../../platform/id.ts'
import { foldSku, isSameSku, type SkuKey } from '../../platform/identifiers/sku.ts'
import type { StoredFulfilmentOrder } from '../orders/fulfilment-order.ts'
import { countReturnable, type ReturnedByLine } from './returned-pieces.ts'

/** Pieces of a SKU that are to come back. */
export interface WantedPieces {
  sku: string
  quantity: number
  reason: string | null
}

/** A fulfilment order with what came and comes back of it. */
export interface HandedOver {
  order: Pick<StoredFulfilmentOrder, 'id' | 'lines'>
  pieces: ReturnedByLine
}

export type Allotted = Omit<ReturnLine, 'id' | 'fulfilmentOrderId' | 'fulfilmentOrderLineId'> & {
  fulfilmentOrderId: Id
  fulfilmentOrderLineId: Id
}

export interface Allotment {
  lines: Allotted[]
  /** Wanted pieces that no line can give, by SKU. */
  missing: Map<SkuKey, number>
}

/** Adds up the quantities of each SKU; the first reason counts. */
const addUpBySku = (wanted: readonly WantedPieces[]): WantedPieces[] =>
  [...Map.groupBy(wanted, ({ sku }) => foldSku(sku)).values()].map((same) => ({
    sku: (same[0] as WantedPieces).sku,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
    reason: same.find(({ reason }) => reason !== null)?.reason ?? null,
  }))

const allotSku = ({ sku, quantity, reason }: WantedPieces, handedOver: readonly HandedOver[]) => {
  const lines: Allotted[] = []
  let remaining = quantity
  for (const { order, pieces } of handedOver)
    for (const line of order.lines) {
      const requested = isSameSku(line.sku, sku) ? Math.min(remaining, countReturnable(line, pieces)) : 0
      if (!requested) continue
      remaining -= requested
      const { orderLine, variantId, name } = line
      const origin = { fulfilmentOrderId: order.id as Id, fulfilmentOrderLineId: line.id, orderLine }
      const none = { received: 0, restocked: 0, quarantined: 0, writtenOff: 0 }
      lines.push({ ...origin, variantId, sku: line.sku, name, reason, requested, ...none })
    }
  return { lines, remaining }
}

/** Finds the lines, the earliest first, that handed over the wanted pieces and of which no return has them. */
export const allotPieces = (wanted: readonly WantedPieces[], handedOver: readonly HandedOver[]): Allotment => {
  const allotment: Allotment = { lines: [], missing: new Map() }
  for (const each of addUpBySku(wanted)) {
    const { lines, remaining } = allotSku(each, handedOver)
    allotment.lines.push(...lines)
    if (remaining) allotment.missing.set(foldSku(each.sku), remaining)
  }
  return allotment
}
