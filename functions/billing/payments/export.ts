import { paymentExport } from '../../../lib/billing/exports/payment-export.ts'
import { exportEndpoint } from '../../../lib/data-exchange/exports/export-endpoint.ts'
import { listPayments } from './list.ts'

export const exportPayments = exportEndpoint({
  route: 'GET /api/billing/payments/export',
  list: listPayments,
  summary: 'Export payments as CSV or JSON Lines',
  collection: paymentExport,
})
