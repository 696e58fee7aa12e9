import type { LineItem } from '../../../schemas/billing/invoice.ts'
import type { StoredPartner } from '../../partner/partner-store.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { formatMoney } from '../../platform/locale/formats.ts'
import type { Members } from '../../platform/store/lists/list.ts'
import { type BillingSettings, getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { findCheckedPartner } from '../completeness/find-checked-partner.ts'
import { getChecksMode, listWarnings, needsPartner } from '../completeness/find-missing-details.ts'
import { completeReasons } from '../tax.ts'
import { listTaxDoubts, listTaxWarnings } from '../taxes/list-tax-warnings.ts'
import { sumTaxesByCountry } from '../taxes/sum-taxes.ts'
import { findTaxedPartner, readSupplyPlace, type SupplyPlace } from '../taxes/supply-place.ts'
import { computeOpenAmount, invoiceUri, type StoredInvoice, sumReminderFees } from './invoice.ts'
import type { InvoiceWithLines } from './invoice-store.ts'
import { warnOfChangedOrders } from './require-followed-orders.ts'

type Using = Pick<App, 'db' | 'clock'>

/** A paid or cancelled invoice has no warnings, because it is not sent any more. */
const STATES_WITH_WARNINGS: readonly StoredInvoice['status'][] = ['draft', 'issued', 'overdue']

const hasWarnings = ({ status }: StoredInvoice) => STATES_WITH_WARNINGS.includes(status)

/** Only applied credit notes lower what an invoice asks for after it is created; payments pay it. */
const buildAdjustments = ({ applied }: StoredInvoice) =>
  applied ? [{ type: 'credit_notes', description: 'Applied credit notes', amount: String(-applied) }] : []

interface Context {
  partner: StoredPartner | undefined
  changed?: Awaited<ReturnType<typeof warnOfChangedOrders>>
  now: Date
}

/** Only a draft can still be changed; what was not decided stays to be seen. */
const listWarningsOfTaxes = (
  { status }: StoredInvoice,
  lines: LineItem[],
  place: SupplyPlace,
  settings: BillingSettings,
) =>
  getChecksMode(settings) === 'off'
    ? []
    : [...listTaxDoubts(lines), ...(status === 'draft' ? listTaxWarnings(lines, place, getTaxRates(settings)) : [])]

const listAllWarnings = (
  invoice: StoredInvoice,
  priced: LineItem[],
  settings: BillingSettings,
  { partner, now }: Context,
) => {
  const lines = completeReasons(priced, getTaxRates(settings))
  const place = readSupplyPlace(invoice, settings, partner, now)
  return [
    ...listWarnings({ ...invoice, noun: 'invoice', lines, place }, settings, partner),
    ...listWarningsOfTaxes(invoice, lines, place, settings),
  ]
}

const showInvoice = (invoice: StoredInvoice, priced: LineItem[], settings: BillingSettings, context: Context) => ({
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
  taxes: sumTaxesByCountry(priced),
  warnings: [
    ...(hasWarnings(invoice) ? listAllWarnings(invoice, priced, settings, context) : []),
    ...(context.changed ? [context.changed] : []),
  ],
})

/** Reads the partner of an invoice if its checks or its taxes need it. */
const findWarnedPartner = async (app: Using, tenant: Id, settings: BillingSettings, invoice: StoredInvoice) => {
  if (!hasWarnings(invoice)) return undefined
  return needsPartner(settings)
    ? await findCheckedPartner(app, tenant, settings, invoice.partnerId)
    : await findTaxedPartner(app, tenant, settings, invoice.partnerId)
}

export const presentInvoice = async (app: Using, tenant: Id, pending: Promise<InvoiceWithLines>) => {
  const [{ lineItems, partner: known, ...invoice }, settings] = await Promise.all([
    pending,
    readBillingSettings(app, tenant),
  ])
  const [partner, changed] = await Promise.all([
    known ?? findWarnedPartner(app, tenant, settings, invoice),
    invoice.status === 'cancelled' ? undefined : warnOfChangedOrders(app.db, tenant, invoice),
  ])
  return showInvoice(invoice, lineItems, settings, { partner, changed, now: app.clock() })
}

export const presentInvoices = async (app: Using, tenant: Id, pending: Promise<Members<StoredInvoice>>) => {
  const [{ items, totalItems }, settings] = await Promise.all([pending, readBillingSettings(app, tenant)])
  const context = { partner: undefined, now: app.clock() }
  return { items: items.map((item) => showInvoice(item, [], settings, context)), totalItems }
}
