import type { GenerateInvoiceInput, LineItem } from '../../../schemas/billing/invoice.ts'
import { holdPartner } from '../../partner/require-partner.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { invalid } from '../../platform/problem.ts'
import type { Table } from '../../platform/store/table/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { requireChannel } from '../../sales/channels/require-channel.ts'
import { findSeller } from '../../sales/channels/seller.ts'
import { getTaxRates, readBillingSettings } from '../billing-settings.ts'
import { resolveCurrency } from '../currency.ts'
import { billOrders, FIRST_ORDERS } from './bill-orders.ts'
import { priceLines, type StoredInvoice } from './invoice.ts'
import { invoiceLines, invoices, type WithLines } from './invoice-store.ts'
import { buildInvoiceEvent, issueChanges } from './issue-invoice.ts'

/** Where an invoice comes from that no request asked for; its id is that of its cause, so that it is made once. */
export type Origin = Partial<Pick<StoredInvoice, 'id' | 'recurringProfileId' | 'periodStart'>>

/** The channel that an invoice is about, where it is the partner who sells through it. */
const requireChannelOfPartner = async (db: Table, tenant: Id, channelId: Id, partnerId: Id) => {
  const channel = await requireChannel(db, tenant, channelId)
  const seller = await findSeller(db, tenant, channel)
  if (seller && seller !== partnerId)
    throw invalid({ propertyPath: 'partnerId', message: 'is not the partner that sells through the channel' })
  return channel
}

export const generateInvoice = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: GenerateInvoiceInput,
  { id = unit.newId(), recurringProfileId = null, periodStart = null }: Origin = {},
): Promise<WithLines> => {
  const [partner, settings, channel] = await Promise.all([
    holdPartner(app.db, unit, given.partnerId),
    readBillingSettings(app, unit.tenant),
    given.channelId ? requireChannelOfPartner(app.db, unit.tenant, given.channelId, given.partnerId) : undefined,
  ])
  const currencyCode = await resolveCurrency(given.currencyCode ?? channel?.defaultCurrency, settings, partner)
  const drawn =
    channel && !given.lineItems ? await billOrders(app.db, unit, channel.id, currencyCode, FIRST_ORDERS) : undefined
  const { lines, ...totals } = priceLines(given.lineItems ?? drawn?.lines ?? [], getTaxRates(settings), () =>
    unit.newId(),
  )
  const isIssued = given.issueImmediately && !drawn?.more
  const draft = {
    id,
    partnerId: partner.id,
    partnerName: partner.name,
    currencyCode,
    status: 'draft' as const,
    invoiceNumber: null,
    dueDate: given.dueDate,
    ...totals,
    credited: 0,
    creditIssued: 0,
    applied: 0,
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
    reminded: {},
    ...(drawn?.more && { drawing: { issue: given.issueImmediately ?? false } }),
  }
  const changes = isIssued ? await issueChanges(app, unit, draft, settings) : {}
  const invoice = unit.create(invoices, { ...draft, ...changes }, 'stale')
  unit.create(invoiceLines, { id, lines, credited: {}, ...(drawn && { orders: drawn.orders }) })
  if (drawn?.more) unit.schedule('billing.invoice.draw', { tenant: unit.tenant, invoiceId: id })
  if (isIssued) unit.emit('finance.invoice.issued', buildInvoiceEvent(invoice))
  return { ...invoice, lineItems: lines as LineItem[] }
}
