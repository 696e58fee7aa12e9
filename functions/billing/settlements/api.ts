import { approveSettlement } from './approve.ts'
import { createSettlement } from './create.ts'
import { getSettlement } from './get.ts'
import { addSettlementLineItem } from './line-items/add.ts'
import { exportSettlementLines } from './line-items/export.ts'
import { listSettlements } from './list.ts'
import { markSettlementPaid } from './mark-paid.ts'
import { rejectSettlement } from './reject.ts'
import { generateSettlementStatement } from './statement.ts'

/** The endpoints of settlements, which `functions/billing/api.ts` mounts with the others of its module. */
export const settlementEndpoints = {
  listSettlements,
  createSettlement,
  getSettlement,
  approveSettlement,
  addSettlementLineItem,
  exportSettlementLines,
  markSettlementPaid,
  rejectSettlement,
  generateSettlementStatement,
}
