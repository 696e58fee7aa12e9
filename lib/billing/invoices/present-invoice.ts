import { getSettings } from '../../configuration/get-settings.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatMoney } from '../../platform/locale/formats.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import { computeOpenAmount, computePaidAmount, invoiceUri, type StoredInvoice } from './invoice.ts'
import type { InvoiceWithLines } from './invoice-store.ts'
import { listInvoiceWarnings } from './list-invoice-warnings.ts'

type Using = Pick<App, 'db'>
type Settings = Awaited<ReturnType<typeof readSettings>>

const readSettings = (app: Using, tenant: Id) => getSettings(app, tenant, ['general.locale', 'general.legalAddress'])

/** Only applied credit notes lower what an invoice asks for after it is created; payments pay it. */
const buildAdjustments = ({ applied }: StoredInvoice) =>
  applied ? [{ type: 'credit_notes', description: 'Applied credit notes', amount: String(-applied) }] : []

const showInvoice = (invoice: StoredInvoice | InvoiceWithLines, settings: Settings) => ({
  lineItems: [],
  ...invoice,
  adjustments: buildAdjustments(invoice),
  totalAmount: invoice.grandTotal,
  totalAmountFormatted: formatMoney(invoice.grandTotal, invoice.currencyCode, settings['general.locale']),
  openAmount: computeOpenAmount(invoice),
  paidAmount: computePaidAmount(invoice),
  creditedAmount: invoice.credited,
  documentSubject: invoiceUri(invoice.id),
  warnings: listInvoiceWarnings(invoice, settings['general.legalAddress']),
})

export const presentInvoice = async (app: Using, tenant: Id, pending: Promise<StoredInvoice | InvoiceWithLines>) => {
  const [invoice, settings] = await Promise.all([pending, readSettings(app, tenant)])
  return showInvoice(invoice, settings)
}

export const presentInvoices = async (app: Using, tenant: Id, pending: Promise<Members<StoredInvoice>>) => {
  const [{ items, totalItems }, settings] = await Promise.all([pending, readSettings(app, tenant)])
  return { items: items.map((item) => showInvoice(item, settings)), totalItems }
}
