import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { StoredAutoSettlementRule } from '../auto-settlement-rules/auto-settlement-rule.ts'
import { isPending, type StoredSettlement } from './settlement.ts'
import { findSettlement } from './settlement-store.ts'

/** Finds the rule's last settlement if nobody has approved or rejected it yet. */
export const findPendingSettlement = async (
  db: Table,
  tenant: Id,
  { lastSettlementId }: Pick<StoredAutoSettlementRule, 'lastSettlementId'>,
): Promise<StoredSettlement | undefined> => {
  const last = lastSettlementId ? await findSettlement(db, tenant, lastSettlementId) : undefined
  return last && isPending(last) ? last : undefined
}
