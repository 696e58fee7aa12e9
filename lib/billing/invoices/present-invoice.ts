import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatMoney } from '../../platform/locale/formats.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import { type BillingSettings, getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { findCheckedPartner } from '../completeness/find-checked-partner.ts'
import { listWarnings } from '../completeness/find-missing-details.ts'
import { completeReasons } from '../tax.ts'
import { computeOpenAmount, invoiceUri, type StoredInvoice, sumReminderFees } from './invoice.ts'
import type { InvoiceWithLines } from './invoice-store.ts'
import { warnOfChangedOrders } from './require-followed-orders.ts'

type Using = Pick<App, 'db'>

/** A paid or cancelled invoice has no warnings, because it is not sent any more. */
const STATES_WITH_WARNINGS: readonly StoredInvoice['status'][] = ['draft', 'issued', 'overdue']

const hasWarnings = ({ status }: StoredInvoice) => STATES_WITH_WARNINGS.includes(status)

/** Only applied credit notes lower what an invoice asks for after it is created; payments pay it. */
const buildAdjustments = ({ applied }: StoredInvoice) =>
  applied ? [{ type: 'credit_notes', description: 'Applied credit notes', amount: String(-applied) }] : []

const showInvoice = (
  invoice: StoredInvoice,
  priced: LineItem[],
  settings: BillingSettings,
  partner: StoredPartner | undefined,
  changed?: Awaited<ReturnType<typeof warnOfChangedOrders>>,
) => ({
  ...invoice,
  lineItems: priced,
  adjustments: buildAdjustments(invoice),
  totalAmount: invoice.grandTotal,
  totalAmountFormatted: formatMoney(invoice.grandTotal, invoice.currencyCode, settings['general.locale']),
  openAmount: computeOpenAmount(invoice),
  paidAmount: invoice.allocated,
  reminderFees: sumReminderFees(invoice),
  creditedAmount: invoice.credited,
  documentSubject: invoiceUri(invoice.id),
  warnings: [
    ...(hasWarnings(invoice)
      ? listWarnings(
          { ...invoice, noun: 'invoice', lines: completeReasons(priced, getTaxRates(settings)) },
          settings,
          partner,
        )
      : []),
    ...(changed ? [changed] : []),
  ],
})

export const presentInvoice = async (app: Using, tenant: Id, pending: Promise<InvoiceWithLines>) => {
  const [{ lineItems, partner: known, ...invoice }, settings] = await Promise.all([
    pending,
    readBillingSettings(app, tenant),
  ])
  const [partner, changed] = await Promise.all([
    known ?? (hasWarnings(invoice) ? findCheckedPartner(app, tenant, settings, invoice.partnerId) : undefined),
    invoice.status === 'cancelled' ? undefined : warnOfChangedOrders(app.db, tenant, invoice),
  ])
  return showInvoice(invoice, lineItems, settings, partner, changed)
}

export const presentInvoices = async (app: Using, tenant: Id, pending: Promise<Members<StoredInvoice>>) => {
  const [{ items, totalItems }, settings] = await Promise.all([pending, readBillingSettings(app, tenant)])
  return { items: items.map((item) => showInvoice(item, [], settings, undefined)), totalItems }
}
