import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { NOT_DUE } from '../../../platform/store/table/due.ts'
import { MAX_ACTIONS } from '../../../platform/store/table/table.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { nameActor } from '../../../platform/store/unit-scope.ts'
import { buildAccountKey } from '../../account-key.ts'
import { correctSelfBillingInvoice } from '../../self-billing/correct-self-billing-invoice.ts'
import { loadCollectedSettlement } from '../load-collected-settlement.ts'
import {
  checkNotCarried,
  checkSettlementInNoRun,
  moveSettlement,
  type StoredLine,
  type StoredSettlement,
} from '../settlement.ts'
import { findSettlement, readSettlementLines, settlements } from '../settlement-store.ts'
import { freeLines } from './free-charges.ts'
import { postSettlement } from './post-settlement.ts'

type Using = Pick<App, 'db' | 'clock'>

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

const freeAllLines = async ({ db }: Using, unit: Unit, settlement: StoredSettlement, zone: string): Promise<void> => {
  const all: StoredLine[] = []
  for await (const { lines } of readSettlementLines(db, unit.tenant, settlement.id)) all.push(...lines)
  await freeLines(db, unit, settlement, all, zone)
}

export const rejectSettlement = async (app: Using, unit: Unit, id: Id, reason: string): Promise<StoredSettlement> => {
  const { settlement: before, zone } = await loadCollectedSettlement(app, unit, id)
  const status = moveSettlement(before, 'reject')
  checkNotCarried(before)
  checkSettlementInNoRun(before)
  const rejectedAt = unit.now.toISOString()
  const { approvedAt, selfBilling } = before
  if (selfBilling) await correctSelfBillingInvoice(app, unit, selfBilling.id)
  await returnCarried(app, unit, before)
  if (approvedAt) await postSettlement(app, unit, before, { at: rejectedAt, approvedAt, zone }, -1)
  const rejected = {
    status,
    ...nameActor('rejectedBy', unit),
    rejectedAt,
    rejectionReason: reason,
    toCarry: null,
    ...NOT_DUE,
  }
  // More lines than a transaction has actions need not be read to know that they do not fit.
  const freed =
    before.lineItemCount < MAX_ACTIONS &&
    (await unit.attempt(async () => {
      await freeAllLines(app, unit, before, zone)
      return unit.update(settlements, before, { ...rejected, freeing: false, coverage: null })
    }))
  if (freed) return freed.result
  unit.schedule('billing.settlement.free', { tenant: unit.tenant, settlementId: before.id, fromPage: 0 })
  return unit.update(settlements, before, { ...rejected, freeing: true })
}
