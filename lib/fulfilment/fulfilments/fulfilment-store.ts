import type { Fulfilment } from '../../../schemas/fulfilment/fulfilment.ts'
import type { Allocation } from '../../inventory/allocations/allocation.ts'
import { type Id, parseId } from '../../platform/id.ts'
import { entity, type Stored } from '../../platform/store/entities/entity.ts'
import { find, list, type Page } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { handOffTimeline } from './hand-off-timeline.ts'

// Hand-offs:  T#<tenant>#fulfilment / <id>   listed newest first by fulfilment order; only `reversedBy` ever changes

/** A line with the reserved pieces that left with it; null for pieces that no stock was reserved for. */
export type StoredHandOffLine = Fulfilment['lines'][number] & { allocation: Allocation | null }

export interface StoredFulfilment extends Omit<Fulfilment, keyof Stored | 'lines'>, Stored {
  lines: readonly StoredHandOffLine[]
  /** True if the fulfilment order is counted as handed over since this hand-off. */
  isFirst: boolean
}

export const fulfilments = entity<StoredFulfilment>({
  name: 'fulfilment',
  shape: 1,
  audit: { platform: 'summary' },
  lists: [{ by: ['fulfilmentOrderId'], facets: [] }],
  packs: ['lines'],
  timeline: handOffTimeline,
})

export const findFulfilment = (db: Table, tenant: Id, id: string) => find(db, fulfilments, tenant, id)

export const listFulfilments = (db: Table, tenant: Id, page: Page, fulfilmentOrderId: Id) =>
  list(db, fulfilments, tenant, { ...page, by: { fulfilmentOrderId } })

/** Hand-offs of one fulfilment order that are read; more are never needed together. */
const MAX_HAND_OFFS = 1000

/** Lists the hand-offs of a fulfilment order that are not reversed, oldest first. */
export const listHandOffs = async (db: Table, tenant: Id, fulfilmentOrderId: Id): Promise<StoredFulfilment[]> =>
  (await scanOldestFirst(db, fulfilments, tenant, { by: { fulfilmentOrderId }, limit: MAX_HAND_OFFS })).items.filter(
    ({ reverses, reversedBy }) => !reverses && !reversedBy,
  )

/** Finds a hand-off of this order. */
export const findFulfilmentOfOrder = async (db: Table, tenant: Id, orderId: string, id: string) => {
  const found = await findFulfilment(db, tenant, id)
  return found?.fulfilmentOrderId === parseId(orderId) ? found : undefined
}
