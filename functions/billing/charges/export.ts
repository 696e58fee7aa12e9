import { chargeExport } from '../../../lib/billing/exports/charge-export.ts'
import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { listCharges } from './list.ts'

export const exportCharges = exportEndpoint({
  route: 'GET /api/billing/charges/export',
  list: listCharges,
  summary: 'Export charges as CSV or JSON Lines',
  collection: chargeExport,
})
