import type { SkuKey } from '../../platform/identifiers/sku.ts'

/** The pieces that the orders of a channel have of a SKU. */
export interface OrderPieces {
  /** Pieces that the shop has sold, as far as it is known here, and that it has not put back. */
  sold: number
  /** Pieces of them that are promised to buyers, and for which no stock is reserved. */
  unreserved: number
  /** Pieces of accepted orders that nobody plans here, and that the shop may not have sent yet. */
  unplanned: number
}

export const COUNTED = ['sold', 'unreserved', 'unplanned'] as const satisfies readonly (keyof OrderPieces)[]

export const NO_PIECES: OrderPieces = { sold: 0, unreserved: 0, unplanned: 0 }

/** The pieces that one record adds to those of each SKU. */
export type PiecesBySku = ReadonlyMap<SkuKey, OrderPieces>

export const sumPieces = (all: readonly OrderPieces[]): OrderPieces =>
  all.reduce(
    (sum, each) => ({
      sold: sum.sold + each.sold,
      unreserved: sum.unreserved + each.unreserved,
      unplanned: sum.unplanned + each.unplanned,
    }),
    NO_PIECES,
  )

/** Adds pieces up by SKU. */
export const sumBySku = (all: readonly (readonly [SkuKey, OrderPieces])[]): PiecesBySku =>
  new Map(
    [...Map.groupBy(all, ([sku]) => sku)].map(
      ([sku, own]) => [sku, sumPieces(own.map(([, pieces]) => pieces))] as const,
    ),
  )

/** Returns what changes of each SKU; those of which nothing changes are absent. */
export const subtractPieces = (before: PiecesBySku, after: PiecesBySku): [SkuKey, OrderPieces][] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((sku) => {
    const [old, next] = [before.get(sku) ?? NO_PIECES, after.get(sku) ?? NO_PIECES]
    const change = {
      sold: next.sold - old.sold,
      unreserved: next.unreserved - old.unreserved,
      unplanned: next.unplanned - old.unplanned,
    }
    return COUNTED.some((name) => change[name]) ? [[sku, change] as const satisfies [SkuKey, OrderPieces]] : []
  })
