import type { Id } from '../id.ts'
import { firstOf } from '../store/first-of.ts'
import type { Table } from '../store/table.ts'
import { stockItems } from './stock-store.ts'

/** Custodians that have one variant. */
const MOST_OF_A_VARIANT = 1000

interface Stock {
  custodianId: Id
  onHand: number
  reserved: number
}

interface Counting {
  /** Only what is at this custodian; undefined for all. */
  custodianId?: Id | undefined
  /** Held back of each stock item, as far as there is anything. */
  safetyStock: number
}

const isCounted = (place: Id, { custodianId }: Counting) => custodianId === undefined || place === custodianId

/** Pieces that may be promised; below 0 where more are reserved than there are. */
export const availableIn = (stock: readonly Stock[], counting: Counting): number =>
  stock
    .filter(({ custodianId }) => isCounted(custodianId, counting))
    .map(({ onHand, reserved }) => onHand - reserved)
    .reduce((sum, free) => sum + (free > 0 ? Math.max(0, free - counting.safetyStock) : free), 0)

/** How much may be promised of each of these variants that has a stock item; the others are left out. */
export const availableToPromise = async (
  db: Table,
  tenant: Id,
  variantIds: readonly Id[],
  counting: Counting,
): Promise<ReadonlyMap<Id, number>> => {
  const all = variantIds.map(async (variantId) => {
    const { items } = await firstOf(db, stockItems, tenant, { by: { variantId }, limit: MOST_OF_A_VARIANT })
    const counted = items.filter(({ custodianId }) => isCounted(custodianId, counting))
    return counted.length ? ([[variantId, availableIn(counted, counting)]] as const) : []
  })
  return new Map((await Promise.all(all)).flat())
}
