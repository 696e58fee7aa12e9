import type { App } from '../../../platform/app/app.ts'
import type { Log } from '../../../platform/log.ts'
import type { EInvoiceSource } from '../../e-invoices/provide-e-invoice.ts'
import { invoiceUri } from '../invoice.ts'
import type { InvoiceWithLines } from '../invoice-store.ts'
import { describeInvoice } from './describe-invoice.ts'
import { renderInvoice } from './render-invoice.ts'

export const buildInvoiceSource = (app: App, invoice: InvoiceWithLines, log: Log): EInvoiceSource => ({
  id: invoice.id,
  partnerId: invoice.partnerId,
  subject: invoiceUri(invoice.id),
  describe: (style) => describeInvoice(invoice, style),
  render: (unit) => renderInvoice(app, unit, invoice, { includeDetails: true }, log),
})
