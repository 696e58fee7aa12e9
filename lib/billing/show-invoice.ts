import type { App } from '../app.ts'
import { settingOf } from '../configuration/setting-of.ts'
import type { Id } from '../id.ts'
import { money } from '../locale/formats.ts'
import type { Members } from '../store/list.ts'
import { invoiceUri, openAmount, type StoredInvoice } from './invoice.ts'
import type { WithLines } from './invoice-store.ts'

export const showInvoice = (invoice: StoredInvoice | WithLines, locale: string) => ({
  lineItems: [],
  ...invoice,
  adjustments: [],
  totalAmount: invoice.grandTotal,
  totalAmountFormatted: money(invoice.grandTotal, invoice.currencyCode, locale),
  openAmount: openAmount(invoice),
  creditedAmount: invoice.credited,
  documentSubject: invoiceUri(invoice.id),
})

const localeOf = (app: Pick<App, 'db'>, tenant: Id) => settingOf(app, tenant, 'general.locale')

/** The invoice as the tenant's locale writes it; read beside it. */
export const shownInvoice = async (app: Pick<App, 'db'>, tenant: Id, found: Promise<StoredInvoice | WithLines>) => {
  const [invoice, locale] = await Promise.all([found, localeOf(app, tenant)])
  return showInvoice(invoice, locale)
}

export const shownInvoices = async (app: Pick<App, 'db'>, tenant: Id, found: Promise<Members<StoredInvoice>>) => {
  const [{ items, totalItems }, locale] = await Promise.all([found, localeOf(app, tenant)])
  return { items: items.map((invoice) => showInvoice(invoice, locale)), totalItems }
}
