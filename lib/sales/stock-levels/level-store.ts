import { hash } from 'node:crypto'
import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Put, Table } from '../../platform/store/table/table.ts'

// Stock levels that shops confirmed last:  T#<tenant>#shop-level?shop=<shop> / <digest of place and external id>

/** The level that a shop was told last for a variant, whichever of its channels told it. */
export interface Level {
  /** Pieces that were free here. */
  available: number
  /** Pieces that the shop offered from then on. */
  offered: number
  /** Pieces that the shop had sold in orders that were not known here; they were not offered again. */
  withheld: number
  /** Pieces that the shop had sold until then, ever, as far as it was known here. */
  sold: number
  backorders: 'deny' | 'allow'
  /** True if nobody here chose `backorders`, so that the shop's own choice stays. */
  keepsChoice: boolean
  /** Time at which the stock was read that the quantity is computed from. */
  readAt: string
}

/** A variant of a shop, at one place in it if the shop has several. */
export interface LevelPlace {
  shopId: Id
  location: string
  externalVariantId: string
}

const levelKey = (tenant: Id, { shopId, location, externalVariantId }: LevelPlace): Key => ({
  pk: partition(tenant, `shop-level?shop=${shopId}`),
  sk: hash('sha256', JSON.stringify([location, externalVariantId]), 'hex'),
})

/** Returns the levels that the shop confirmed last, by external id of the variant; the places are of one shop. */
export const findLevels = async (db: Table, tenant: Id, places: readonly LevelPlace[]): Promise<Map<string, Level>> => {
  const keys = new Map(places.map((place) => [levelKey(tenant, place).sk, place]))
  const items = keys.size ? await db.batchGet<Level>([...keys.values()].map((place) => levelKey(tenant, place))) : []
  return new Map(
    items.flatMap((item) => {
      const place = keys.get(item.sk)
      return place ? [[place.externalVariantId, item] as const] : []
    }),
  )
}

/** Returns a put of the level that never overwrites one that was read later. */
export const putLevel = (tenant: Id, place: LevelPlace, level: Level): Put => ({
  put: { ...levelKey(tenant, place), kind: 'shop-level', ...level },
  when: 'attribute_not_exists(pk) OR #readAt <= :readAt',
  values: { ':readAt': level.readAt },
})
