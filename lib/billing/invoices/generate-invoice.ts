import type { GenerateInvoiceInput, LineItem } from '../../../schemas/billing/invoice.ts'
import type { App } from '../../platform/app.ts'
import { taskItem } from '../../platform/events/task.ts'
import type { Id } from '../../platform/id.ts'
import { holdPartner } from '../../partner/require-partner.ts'
import { invalid } from '../../platform/problem.ts'
import { requireChannel } from '../../sales/channels/require-channel.ts'
import { sellerOf } from '../../sales/channels/seller.ts'
import type { Table } from '../../platform/store/table.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { billingSettings, ratesOf } from '../billing-settings.ts'
import { resolveCurrency } from '../currency.ts'
import { drawOrders, FIRST_ORDERS } from './bill-orders.ts'
import { price, type StoredInvoice } from './invoice.ts'
import { invoiceLines, invoices, type WithLines } from './invoice-store.ts'
import { issued, told } from './issue-invoice.ts'

/** Where an invoice comes from that no request asked for; its id is that of its cause, so that it is made once. */
export type Origin = Partial<Pick<StoredInvoice, 'id' | 'recurringProfileId' | 'periodStart'>>

/** The channel that an invoice is about, where it is the partner who sells through it. */
const channelOf = async (db: Table, tenant: Id, channelId: Id, partnerId: Id) => {
  const channel = await requireChannel(db, tenant, channelId)
  const seller = await sellerOf(db, tenant, channel)
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
    billingSettings(app, unit.tenant),
    given.channelId ? channelOf(app.db, unit.tenant, given.channelId, given.partnerId) : undefined,
  ])
  const currencyCode = await resolveCurrency(given.currencyCode ?? channel?.defaultCurrency, settings, partner)
  const drawn =
    channel && !given.lineItems ? await drawOrders(app.db, unit, channel.id, currencyCode, FIRST_ORDERS) : undefined
  const { lines, ...totals } = price(given.lineItems ?? drawn?.lines ?? [], ratesOf(settings), () => unit.newId())
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
  const changes = isIssued ? await issued(app, unit, draft, settings) : {}
  const invoice = unit.create(invoices, { ...draft, ...changes }, 'stale')
  unit.create(invoiceLines, { id, lines, credited: {}, ...(drawn && { orders: drawn.orders }) })
  if (drawn?.more)
    unit.add({ put: taskItem(unit.now, 'billing.invoice.draw', { tenant: unit.tenant, invoiceId: id }) }, 'stale')
  if (isIssued) unit.emit('finance.invoice.issued', told(invoice))
  return { ...invoice, lineItems: lines as LineItem[] }
}
