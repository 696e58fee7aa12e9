import type { App } from '../app.ts'
import type { Id } from '../id.ts'
import { money } from '../locale/formats.ts'
import type { Members } from '../store/list.ts'
import { invoiceUri, openAmount, type StoredInvoice } from './invoice.ts'
import type { WithLines } from './invoice-store.ts'
import { shown, shownPage } from './shown.ts'

const showInvoice = (invoice: StoredInvoice | WithLines, locale: string) => ({
  lineItems: [],
  ...invoice,
  adjustments: [],
  totalAmount: invoice.grandTotal,
  totalAmountFormatted: money(invoice.grandTotal, invoice.currencyCode, locale),
  openAmount: openAmount(invoice),
  creditedAmount: invoice.credited,
  documentSubject: invoiceUri(invoice.id),
})

export const shownInvoice = (app: Pick<App, 'db'>, tenant: Id, finding: Promise<StoredInvoice | WithLines>) =>
  shown(app, tenant, finding, showInvoice)

export const shownInvoices = (app: Pick<App, 'db'>, tenant: Id, finding: Promise<Members<StoredInvoice>>) =>
  shownPage(app, tenant, finding, showInvoice)
