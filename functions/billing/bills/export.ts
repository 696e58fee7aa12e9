import { billExport } from '../../../lib/billing/exports/bill-export.ts'
import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { listBills } from './list.ts'

export const exportBills = exportEndpoint({
  route: 'GET /api/billing/bills/export',
  list: listBills,
  summary: 'Export bills as CSV or JSON Lines',
  collection: billExport,
})
