import { getSettings } from '../../configuration/setting-of.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatMoney } from '../../platform/locale/formats.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import { invoiceUri, openAmount, type StoredInvoice } from './invoice.ts'
import type { WithLines } from './invoice-store.ts'
import { invoiceWarnings } from './invoice-warnings.ts'

type Using = Pick<App, 'db'>
type Settings = Awaited<ReturnType<typeof readSettings>>

const readSettings = (app: Using, tenant: Id) => getSettings(app, tenant, ['general.locale', 'general.legalAddress'])

/** The total was reckoned when the invoice was made; only applied credit notes change what is to be paid of it. */
const adjustmentsOf = ({ applied }: StoredInvoice) =>
  applied ? [{ type: 'credit_notes', description: 'Applied credit notes', amount: String(-applied) }] : []

const showInvoice = (invoice: StoredInvoice | WithLines, settings: Settings) => ({
  lineItems: [],
  ...invoice,
  adjustments: adjustmentsOf(invoice),
  totalAmount: invoice.grandTotal,
  totalAmountFormatted: formatMoney(invoice.grandTotal, invoice.currencyCode, settings['general.locale']),
  openAmount: openAmount(invoice),
  creditedAmount: invoice.credited,
  documentSubject: invoiceUri(invoice.id),
  warnings: invoiceWarnings(invoice, settings['general.legalAddress']),
})

export const presentInvoice = async (app: Using, tenant: Id, finding: Promise<StoredInvoice | WithLines>) => {
  const [invoice, settings] = await Promise.all([finding, readSettings(app, tenant)])
  return showInvoice(invoice, settings)
}

export const presentInvoices = async (app: Using, tenant: Id, finding: Promise<Members<StoredInvoice>>) => {
  const [{ items, totalItems }, settings] = await Promise.all([finding, readSettings(app, tenant)])
  return { items: items.map((item) => showInvoice(item, settings)), totalItems }
}
