import { settlementLineExport } from '../../../../lib/billing/exports/settlement-line-export.ts'
import { exportEndpoint } from '../../../../lib/data-exchange/exports/export-endpoint.ts'
import { getSettlement } from '../get.ts'

export const exportSettlementLines = exportEndpoint({
  route: 'GET /api/billing/settlements/{id}/line-items/export',
  list: getSettlement,
  summary: 'Export all lines of a settlement as CSV or JSON Lines',
  collection: settlementLineExport,
})
