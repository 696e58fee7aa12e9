import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import { findAll } from '../../../platform/store/lists/list.ts'
import type { Table } from '../../../platform/store/table/table.ts'
import { runInUnit, type Unit } from '../../../platform/store/unit.ts'
import { buildAccountKey } from '../../account-key.ts'
import { charges } from '../../charges/charge-store.ts'
import type { StoredLine } from '../settlement.ts'
import { findSettlement, readSettlementLines, settlements } from '../settlement-store.ts'

/** Makes the charges of these lines available to other settlements, except those that another one has already. */
export const freeLines = async (db: Table, unit: Unit, settlementId: Id, lines: readonly StoredLine[]) => {
  const ids = lines.flatMap(({ chargeId }) => chargeId ?? [])
  for (const charge of await findAll(db, charges, unit.tenant, ids))
    if (charge.settlementId === settlementId)
      unit.update(charges, charge, {
        settlementId: null,
        unsettledOf: buildAccountKey(charge.partnerId, charge.currency),
      })
}

/** Pages that one task processes before it enqueues the next one, so that it ends before its function times out. */
const MAX_PAGES_PER_TASK = 40

/** Frees all charges of a rejected settlement. Idempotent. */
export const freeCharges = async (
  { db }: Pick<App, 'db'>,
  { tenant, settlementId, fromPage }: { tenant: Id; settlementId: Id; fromPage: number },
  now: Date,
  maxPages = MAX_PAGES_PER_TASK,
): Promise<void> => {
  let pages = 0
  for await (const { page, lines } of readSettlementLines(db, tenant, settlementId, fromPage)) {
    const isLast = ++pages === maxPages
    await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
      await freeLines(db, unit, settlementId, lines)
      const rest = { tenant, settlementId, fromPage: page + 1 }
      if (isLast) unit.schedule('billing.settlement.free', rest)
    })
    if (isLast) return
  }
  await runInUnit(db, { tenant, actor: null, now }, async (unit) => {
    const settlement = await findSettlement(db, tenant, settlementId)
    if (settlement?.freeing) unit.update(settlements, settlement, { freeing: false, coverage: null })
  })
}
