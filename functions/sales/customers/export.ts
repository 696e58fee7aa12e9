import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { customerExport } from '../../../lib/sales/customer-data/customer-export.ts'
import { listCustomers } from './list.ts'

export const exportCustomers = exportEndpoint({
  route: 'GET /api/sales/customers/export',
  list: listCustomers,
  summary: 'Export customers as CSV or JSON Lines',
  collection: customerExport,
})
