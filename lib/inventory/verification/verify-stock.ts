import type { Id } from '../../platform/id.ts'
import type { Log } from '../../platform/log.ts'
import { partition } from '../../platform/store/entities/entity.ts'
import { find } from '../../platform/store/lists/list.ts'
import { scanOldestFirst } from '../../platform/store/lists/scan-oldest-first.ts'
import { readPages } from '../../platform/store/table/read-pages.ts'
import type { Key, Table } from '../../platform/store/table/table.ts'
import { type StoredMovement, stockMovements } from '../movements/movement-store.ts'
import { type StoredStockItem, stockItems } from '../stock-store.ts'

// End of the last run:  P#stock-verification / NEXT   tenant   first tenant of the next run

type Balance = Record<'onHand' | 'reserved' | 'quarantined', number>

/** A stock item whose quantities are not the sum of its movements. */
export interface StockDifference {
  stockItemId: Id
  stored: Balance
  moved: Balance
}

const ZERO: Balance = { onHand: 0, reserved: 0, quarantined: 0 }

const addMovement = (sum: Balance, movement: StoredMovement): Balance => ({
  onHand: sum.onHand + movement.onHandChange,
  reserved: sum.reserved + movement.reservedChange,
  quarantined: sum.quarantined + movement.quarantinedChange,
})

/** Compares an item with the sum of its movements; undefined if they agree. */
const compare = (item: StoredStockItem, moved: Balance = ZERO): StockDifference | undefined => {
  const { onHand, reserved, quarantined } = item
  const stored = { onHand, reserved, quarantined }
  const isSame = onHand === moved.onHand && reserved === moved.reserved && quarantined === moved.quarantined
  return isSame ? undefined : { stockItemId: item.id, stored, moved }
}

const PAGE_SIZE = 1000

const sumOfItem = async (db: Table, tenant: Id, stockItemId: Id): Promise<Balance | undefined> => {
  let sum: Balance | undefined
  for (let after: string | undefined; ; ) {
    const by = { stockItemId }
    const { items, cursors } = await scanOldestFirst(db, stockMovements, tenant, { by, after, limit: PAGE_SIZE })
    for (const movement of items) sum = addMovement(sum ?? ZERO, movement)
    if (items.length < PAGE_SIZE) return sum
    after = cursors.at(-1)
  }
}

const TRIES = 3

/** Compares an item while it does not change; one that changes each time is compared the next night. */
const recheck = async (db: Table, tenant: Id, id: Id): Promise<StockDifference | undefined> => {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const before = await find(db, stockItems, tenant, id)
    const sum = await sumOfItem(db, tenant, id)
    const after = await find(db, stockItems, tenant, id)
    if (after && before?.rev === after.rev) return compare(after, sum)
  }
  return undefined
}

interface Verified {
  items: number
  differences: StockDifference[]
  isDone: boolean
}

/** Proves the quantities of a tenant's stock items from the movements; changes nothing. */
export const verifyStockOfTenant = async (
  db: Table,
  tenant: Id,
  hasTime: () => boolean = () => true,
): Promise<Verified> => {
  const sums = new Map<Id, Balance>()
  for await (const page of readPages<StoredMovement>(db, { pk: partition(tenant, stockMovements.name) })) {
    if (!hasTime()) return { items: 0, differences: [], isDone: false }
    for (const movement of page)
      sums.set(movement.stockItemId, addMovement(sums.get(movement.stockItemId) ?? ZERO, movement))
  }
  const verified: Verified = { items: 0, differences: [], isDone: true }
  for await (const page of readPages<StoredStockItem>(db, { pk: partition(tenant, stockItems.name) }))
    for (const item of page) {
      verified.items++
      // Most of these only changed since their movements were read.
      const difference = compare(item, sums.get(item.id)) && (await recheck(db, tenant, item.id))
      if (difference) verified.differences.push(difference)
    }
  return verified
}

const NEXT: Key = { pk: 'P#stock-verification', sk: 'NEXT' }

/** Verifies the stock of every open tenant and logs each difference. If time is up, the next run continues. */
export const verifyStock = async (db: Table, log: Log, hasTime: () => boolean): Promise<void> => {
  const from = (await db.get<{ tenant?: Id }>(NEXT))?.tenant
  let [tenants, differing] = [0, 0]
  for await (const page of readPages(db, { pk: 'P#tenants', ...(from && { from }) }))
    for (const { sk: tenant, closedAt } of page) {
      if (closedAt) continue
      const { differences, isDone } = await verifyStockOfTenant(db, tenant, hasTime)
      for (const difference of differences)
        log.error('inventory.stock.differs', new Error('the quantities are not the sum of the movements'), {
          tenant,
          ...difference,
        })
      if (!isDone) {
        await db.put({ put: { ...NEXT, kind: 'stock-verification', tenant } })
        log.warn('inventory.stock.verification_out_of_time', { tenants, next: tenant })
        return
      }
      differing += differences.length
      tenants++
    }
  if (from) await db.put({ put: { ...NEXT, kind: 'stock-verification' } })
  log.info('inventory.stock.verified', { tenants, differing })
}
