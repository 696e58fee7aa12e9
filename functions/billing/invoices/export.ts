import { invoiceExport } from '../../../lib/billing/exports/invoice-export.ts'
import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { listInvoices } from './list.ts'

export const exportInvoices = exportEndpoint({
  route: 'GET /api/billing/invoices/export',
  list: listInvoices,
  summary: 'Export invoices as CSV or JSON Lines',
  collection: invoiceExport,
})
