import type { SettlementWarning } from '../../../schemas/billing/settlement.ts'
import type { Id } from '../../platform/id.ts'
import type { Table } from '../../platform/store/table/table.ts'
import { listSettlementWarnings } from '../settlement-warnings/list-settlement-warnings.ts'
import type { StoredLine, StoredSettlement } from './settlement.ts'
import { readFirstLines } from './settlement-store.ts'

export const showSettlement = (
  tenantId: Id,
  settlement: StoredSettlement,
  lineItems: readonly StoredLine[] = [],
  warnings: readonly SettlementWarning[] = [],
) => ({
  ...settlement,
  tenantId,
  taxAmount: settlement.selfBilling?.taxAmount ?? 0,
  selfBillingInvoiceId: settlement.selfBilling?.id ?? null,
  lineItems,
  warnings,
  adjustments: lineItems
    .filter(({ type }) => type === 'adjustment')
    .map(({ id, description, amount }) => ({ lineItemId: id, description, amount: String(amount) })),
})

/** Presents a settlement with its lines; `added` lines are not stored yet. */
export const presentSettlement = async (
  db: Table,
  tenant: Id,
  settlement: StoredSettlement,
  added: readonly StoredLine[] = [],
) => {
  const lines = [...(await readFirstLines(db, tenant, settlement.id)), ...added]
  return showSettlement(tenant, settlement, lines, await listSettlementWarnings(db, tenant, settlement, lines))
}
