import type { Id } from '../../platform/id.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import type { Key, Put, Table } from '../../platform/store/table/table.ts'

// Stock levels that shops confirmed last:  T#<tenant>#listing-level / <listing>

export interface Level {
  quantity: number
  backorders: 'deny' | 'allow'
  /** Time at which the stock was read that the quantity is computed from. */
  readAt: string
}

const levelKey = (tenant: Id, listingId: Id): Key => ({ pk: partition(tenant, 'listing-level'), sk: listingId })

/** Returns the levels that the shop confirmed last, by listing. */
export const findLevels = async (db: Table, tenant: Id, listingIds: readonly Id[]): Promise<Map<Id, Level>> => {
  const items = listingIds.length ? await db.batchGet<Level>(listingIds.map((id) => levelKey(tenant, id))) : []
  return new Map(items.map((item) => [item.sk, item]))
}

/** Returns a put of the level that never overwrites one that was read later. */
export const putLevel = (tenant: Id, listingId: Id, level: Level): Put => ({
  put: { ...levelKey(tenant, listingId), kind: 'listing-level', ...level },
  when: 'attribute_not_exists(pk) OR #readAt <= :readAt',
  values: { ':readAt': level.readAt },
})
