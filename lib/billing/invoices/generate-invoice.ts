import type { GenerateInvoiceInput } from '../../../schemas/billing/invoice.ts'
import { requirePartnerUnchanged } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { requireCurrency } from '../../platform/money/currencies.ts'
import { invalid, type Violation } from '../../platform/problem.ts'
import { refuseViolations, requireAll } from '../../platform/require-all.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { findSeller } from '../../sales/channels/find-seller.ts'
import { requireChannel } from '../../sales/channels/require-channel.ts'
import { getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { resolveCurrency } from '../currency.ts'
import { readSequences } from '../numbering/number-store.ts'
import { readSupplyPlace } from '../taxes/supply-place.ts'
import { billOrders, MAX_FIRST_ORDERS } from './bill-orders.ts'
import { findSupplyViolations } from './find-supply-violations.ts'
import { priceLines, type StoredInvoice, type UnpricedLine } from './invoice.ts'
import { buildInvoiceEvent, tellIssued } from './invoice-event.ts'
import { type InvoiceWithLines, invoiceLines, invoices } from './invoice-store.ts'
import { prepareInvoiceIssue } from './issue-invoice.ts'

/** Origin of an invoice that no request asked for, and the orders that its given lines bill. */
export type Origin = Partial<Pick<StoredInvoice, 'id' | 'recurringProfileId' | 'periodStart'>> & { orders?: Id[] }

/** Requires a channel that has no other seller than the partner. */
export const requireChannelOfPartner = async (db: Table, tenant: Id, channelId: Id, partnerId: Id) => {
  const channel = await requireChannel(db, tenant, channelId)
  const seller = await findSeller(db, tenant, channel)
  if (seller && seller !== partnerId)
    throw invalid({ propertyPath: 'partnerId', message: 'must be the partner that sells through the channel' })
  return channel
}

/** An invoice of a channel without lines bills the orders of the channel. */
const billsOrders = ({ channelId, lineItems }: GenerateInvoiceInput): boolean => Boolean(channelId && !lineItems)

const findPriceViolations = (given: GenerateInvoiceInput): Violation[] =>
  billsOrders(given) && given.pricesIncludeTax === false
    ? [{ propertyPath: 'pricesIncludeTax', message: 'must be true for orders, whose prices contain tax' }]
    : []

export const generateInvoice = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: GenerateInvoiceInput,
  { id = unit.newId(), recurringProfileId = null, periodStart = null, orders = [] }: Origin = {},
): Promise<InvoiceWithLines> => {
  const reading = readBillingSettings(app, unit.tenant)
  const buyer = requirePartnerUnchanged(app.db, unit, given.partnerId)
  const { pricesIncludeTax = billsOrders(given) } = given
  const { supplyDate = null, supplyPeriod = null, deliverTo = null, dispatchCountry = null } = given
  const supplied = { supplyDate, supplyPeriod, deliverTo, dispatchCountry }
  const price = async (unpriced: readonly UnpricedLine[]) => {
    const [settings, known] = await Promise.all([reading, buyer.catch(() => undefined)])
    const place = readSupplyPlace(supplied, settings, known, unit.now)
    return priceLines(unpriced, { taxRates: getTaxRates(settings), place, pricesIncludeTax, newId: () => unit.newId() })
  }
  const [partner, settings, channel, sequences, priced] = await requireAll(
    () => buyer,
    () => reading,
    () =>
      given.channelId ? requireChannelOfPartner(app.db, unit.tenant, given.channelId, given.partnerId) : undefined,
    () => (given.issueImmediately ? readSequences(app.db, unit.tenant) : undefined),
    () => given.lineItems && price(given.lineItems),
    () => !recurringProfileId && given.currencyCode && requireCurrency(given.currencyCode, 'currencyCode'),
    () => refuseViolations([...findSupplyViolations(given), ...findPriceViolations(given)]),
  )
  // The currency of a profile was checked when the profile was created, and may have been withdrawn since.
  const currencyCode =
    recurringProfileId && given.currencyCode
      ? given.currencyCode
      : await resolveCurrency(given.currencyCode ?? channel?.defaultCurrency, settings, partner)
  const taxRates = getTaxRates(settings)
  const billed =
    channel && billsOrders(given)
      ? await billOrders(app.db, unit, channel.id, currencyCode, {
          invoiceId: id,
          maxOrders: MAX_FIRST_ORDERS,
          taxRates,
        })
      : undefined
  const { lines, ...totals } = priced ?? (await price(billed?.lines ?? []))
  const isToIssue = given.issueImmediately && !billed?.hasMore
  const draft = {
    id,
    partnerId: partner.id,
    partnerName: partner.name,
    currencyCode,
    status: 'draft' as const,
    invoiceNumber: null,
    dueDate: given.dueDate,
    ...supplied,
    pricesIncludeTax,
    ...totals,
    credited: 0,
    creditIssued: 0,
    applied: 0,
    creditToApply: 0,
    allocated: 0,
    closing: null,
    notes: given.notes ?? null,
    lineItemCount: lines.length,
    issuedAt: null,
    paidAt: null,
    cancelledAt: null,
    cancellationReason: null,
    paymentReference: null,
    channelId: channel?.id ?? null,
    recurringProfileId,
    periodStart,
    drawing: billed?.hasMore ? { issue: given.issueImmediately ?? false } : null,
    reminders: [],
    remindersStoppedAt: null,
    reminded: {},
  }
  const changes = isToIssue
    ? await prepareInvoiceIssue(app, unit, { ...draft, lines }, { settings, partner, sequences })
    : {}
  const invoice = unit.create(invoices, { ...draft, ...changes }, 'stale')
  unit.create(invoiceLines, { id, lines, credited: {}, orders: billed?.orders ?? orders, freeing: [] })
  if (billed?.hasMore) unit.schedule('billing.invoice.draw', { tenant: unit.tenant, invoiceId: id })
  if (isToIssue) {
    unit.emit('finance.invoice.issued', buildInvoiceEvent(invoice))
    // What says that the invoice bills an order carries this as well.
    tellIssued(unit, invoice, billed?.orders ?? orders)
  }
  return { ...invoice, lineItems: lines, partner }
}
