import type { CreateStockItemInput } from '../../../schemas/inventory/stock-item.ts'
import { MAX_QUANTITY } from '../../../schemas/inventory/stock-item.ts'
import type { MovementKind } from '../../../schemas/inventory/stock-movement.ts'
import { getNextId, type Id } from '../../platform/id.ts'
import { Problem } from '../../platform/problem.ts'
import type { Stored } from '../../platform/store/entities/entity.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { getActorType } from '../../platform/store/unit-scope.ts'
import { noteStockChange } from '../stock-changes.ts'
import { countFree, countReservable, NEW_STOCK, type StoredStockItem, stockItems } from '../stock-store.ts'
import { stockMovements } from './movement-store.ts'

interface Cause {
  kind: MovementKind
  /** URI of the resource that caused the change. */
  cause: string | null
  reason?: string | null
  /** The time at which it happened, if that was said. */
  occurredAt?: string | null
}

/** A change of the quantities of a stock item, with what caused it. */
export interface StockChange extends Cause {
  /** Pieces by which the stock on hand changes. */
  onHand?: number
  /** Pieces by which the reserved quantity changes. */
  reserved?: number
  /** Pieces by which those set aside change. */
  quarantined?: number
  /** Pieces by which those change whose lot must not be promised. */
  blocked?: number
  /** Pieces that moved, if no balance says so. */
  quantity?: number
}

const recordMovement = (
  unit: Unit,
  after: StoredStockItem,
  { kind, cause, reason = null, occurredAt = null, ...change }: StockChange,
  id: Id,
): void => {
  const { onHand = 0, reserved = 0, quarantined = 0 } = change
  unit.create(stockMovements, {
    id,
    stockItemId: after.id,
    variantId: after.variantId,
    custodianId: after.custodianId,
    movementKind: kind,
    quantity: change.quantity ?? Math.abs(onHand || reserved || quarantined),
    onHandChange: onHand,
    reservedChange: reserved,
    quarantinedChange: quarantined,
    onHandAfter: after.onHand,
    reservedAfter: after.reserved,
    quarantinedAfter: after.quarantined,
    reason,
    cause,
    actorId: unit.actor,
    actorType: getActorType(unit),
    occurredAt,
  })
}

/** Changes a stock item and, if another quantity can be promised then, notes that for channels and incidents. */
export const updateStockItem = (
  unit: Unit,
  before: StoredStockItem,
  changes: Partial<Omit<StoredStockItem, keyof Stored>>,
): StoredStockItem => {
  const after = unit.update(stockItems, before, changes)
  if (countFree(after) !== countFree(before) || countReservable(after) !== countReservable(before))
    noteStockChange(unit, after.variantId)
  return after
}

const checkBalances = (
  { id, ...before }: StoredStockItem,
  after: Pick<StoredStockItem, 'onHand' | 'reserved' | 'quarantined'>,
) => {
  if (after.reserved < 0)
    throw new Problem('OPERATION_NOT_ALLOWED', `Only ${before.reserved} pieces of stock item ${id} are reserved.`)
  if (after.quarantined < 0)
    throw new Problem('OPERATION_NOT_ALLOWED', `Only ${before.quarantined} pieces of stock item ${id} are set aside.`)
  if (Math.max(after.onHand, after.reserved) > MAX_QUANTITY)
    throw new Problem('OPERATION_NOT_ALLOWED', `Stock item ${id} would exceed ${MAX_QUANTITY} pieces.`)
}

const addChange = (
  before: Pick<StoredStockItem, 'onHand' | 'reserved' | 'quarantined' | 'blocked'>,
  { onHand = 0, reserved = 0, quarantined = 0, blocked = 0 }: StockChange,
) => ({
  onHand: before.onHand + onHand,
  reserved: before.reserved + reserved,
  quarantined: before.quarantined + quarantined,
  blocked: before.blocked + blocked,
})

/**
 * Returns ids for the next movements of a stock item, each after the one before. Movements are listed by their ids, and clocks
 * of processes differ, so the id of the last one and not the time alone decides what follows it.
 */
const chooseIds = (unit: Unit, { lastMovementId }: StoredStockItem, count: number): Id[] => {
  const ids: Id[] = []
  let last: Id = lastMovementId ?? ''
  for (let i = 0; i < count; i++) {
    const id = unit.newId()
    last = id > last ? id : getNextId(last)
    ids.push(last)
  }
  return ids
}

/** Changes the quantities of a stock item in several ways at once, and records a movement of each. */
export const changeStockInSteps = (
  unit: Unit,
  item: StoredStockItem,
  changes: readonly StockChange[],
): StoredStockItem => {
  const steps: [StockChange, ReturnType<typeof addChange>][] = []
  for (const change of changes) {
    const balances = addChange(steps.at(-1)?.[1] ?? item, change)
    checkBalances(item, balances)
    steps.push([change, balances])
  }
  const ids = chooseIds(unit, item, steps.length)
  const lastMovementId = ids.at(-1) as Id
  const after = updateStockItem(unit, item, {
    ...steps.at(-1)?.[1],
    isMoved: true,
    lastMovementId,
  })
  for (const [i, [change, balances]] of steps.entries())
    recordMovement(unit, { ...after, ...balances }, change, ids[i] as Id)
  return after
}

/** Changes the quantities of a stock item and records the movement; a unit may change each item only once. */
export const changeStock = (unit: Unit, item: StoredStockItem, change: StockChange): StoredStockItem =>
  changeStockInSteps(unit, item, [change])

/** Creates a stock item; pieces on hand are its first movement. */
export const createStock = (
  unit: Unit,
  { onHand = 0, ...given }: CreateStockItemInput & { id?: Id; blocked?: number },
  cause: Cause,
  whenTaken?: () => Problem,
): StoredStockItem => {
  const first = onHand > 0 ? unit.newId() : undefined
  const item = unit.create(
    stockItems,
    { ...NEW_STOCK, ...given, onHand, isMoved: onHand > 0, lastMovementId: first ?? null },
    // Without a problem of its own the work is run again, and then finds the item.
    whenTaken ?? 'stale',
  )
  if (first) recordMovement(unit, item, { ...cause, onHand }, first)
  noteStockChange(unit, item.variantId)
  return item
}
