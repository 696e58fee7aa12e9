import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { NOT_DUE } from '../../platform/store/table/due.ts'
import { MAX_ACTIONS } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { buildAccountKey } from '../account-key.ts'
import { freeLines } from './free-charges.ts'
import { loadCollectedSettlement } from './load-collected-settlement.ts'
import { postSettlement } from './post-settlement.ts'
import { checkNotCarried, moveSettlement, type StoredSettlement } from './settlement.ts'
import { findSettlement, readSettlementLines, settlements } from './settlement-store.ts'

type Using = Pick<App, 'db'>

/** Marks the settlements that this one carried forward as still to be carried. */
const returnCarried = async (app: Using, unit: Unit, { carries }: StoredSettlement): Promise<void> => {
  for (const { id } of carries) {
    const carried = await findSettlement(app.db, unit.tenant, id)
    if (carried)
      unit.update(settlements, carried, {
        carriedTo: null,
        toCarry: buildAccountKey(carried.partnerId, carried.currency),
      })
  }
}

/** Upper bound of transaction actions for the rejected settlement itself, its index rows and counts included. */
const MAX_OWN_ACTIONS = 25
const ACTIONS_PER_CHARGE = 3

/** Frees the charges in this transaction, or enqueues a task if they do not fit it. Returns whether a task was enqueued. */
const freeLinesOrSchedule = async (
  app: Using,
  unit: Unit,
  { id, lineItemCount }: StoredSettlement,
): Promise<boolean> => {
  if (unit.size + MAX_OWN_ACTIONS + lineItemCount * ACTIONS_PER_CHARGE <= MAX_ACTIONS) {
    for await (const { lines } of readSettlementLines(app.db, unit.tenant, id)) await freeLines(app.db, unit, id, lines)
    return false
  }
  const data = { tenant: unit.tenant, settlementId: id, fromPage: 0 }
  unit.schedule('billing.settlement.free', data)
  return true
}

export const rejectSettlement = async (app: Using, unit: Unit, id: Id, reason: string): Promise<StoredSettlement> => {
  const { settlement: before, zone } = await loadCollectedSettlement(app, unit, id)
  const status = moveSettlement(before, 'reject')
  checkNotCarried(before)
  const rejectedAt = unit.now.toISOString()
  const { approvedAt } = before
  await returnCarried(app, unit, before)
  if (approvedAt) await postSettlement(app, unit, before, { at: rejectedAt, approvedAt, zone }, -1)
  const isFreeing = await freeLinesOrSchedule(app, unit, before)
  return unit.update(settlements, before, {
    status,
    rejectedBy: unit.actor,
    rejectedAt,
    rejectionReason: reason,
    freeing: isFreeing,
    coverage: isFreeing ? before.coverage : null,
    toCarry: null,
    ...NOT_DUE,
  })
}
