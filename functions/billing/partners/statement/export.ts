import { statementLineExport } from '../../../../lib/billing/exports/statement-line-export.ts'
import { exportEndpoint } from '../../../../lib/data-exchange/exports/export-endpoint.ts'
import { getPartnerStatement } from './get.ts'

export const exportPartnerStatement = exportEndpoint({
  route: 'GET /api/billing/partners/{partnerId}/statement/export',
  list: getPartnerStatement,
  summary: 'Export the lines of the statements of a partner as CSV or JSON Lines',
  collection: statementLineExport,
})
