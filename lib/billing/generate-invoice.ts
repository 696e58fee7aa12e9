import type { GenerateInvoiceInput, LineItem } from '../../schemas/invoice.ts'
import type { App } from '../app.ts'
import { holdPartner } from '../partner/require-partner.ts'
import { invalid } from '../problem.ts'
import type { Unit } from '../store/unit.ts'
import { billingSettings, ratesOf } from './billing-settings.ts'
import { resolveCurrency } from './currency.ts'
import { price, type StoredInvoice } from './invoice.ts'
import { invoiceLines, invoices, type WithLines } from './invoice-store.ts'
import { issued, told } from './issue-invoice.ts'

/** Where an invoice comes from that no request asked for; its id is that of its cause, so that it is made once. */
export type Origin = Partial<Pick<StoredInvoice, 'id' | 'recurringProfileId' | 'periodStart'>>

export const generateInvoice = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  given: GenerateInvoiceInput,
  { id = unit.newId(), recurringProfileId = null, periodStart = null }: Origin = {},
): Promise<WithLines> => {
  const [partner, settings] = await Promise.all([
    holdPartner(app.db, unit, given.partnerId),
    billingSettings(app, unit.tenant),
  ])
  if (given.channelId) throw invalid({ propertyPath: 'channelId', message: 'there is no such sales channel' })
  const currencyCode = await resolveCurrency(given.currencyCode, settings, partner)
  const { lines, ...totals } = price(given.lineItems ?? [], ratesOf(settings), () => unit.newId())
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
    channelId: null,
    recurringProfileId,
    periodStart,
    reminded: {},
  }
  const changes = given.issueImmediately ? await issued(app, unit, draft, settings) : {}
  const invoice = unit.create(invoices, { ...draft, ...changes }, 'stale')
  unit.create(invoiceLines, { id, lines, credited: {} })
  if (given.issueImmediately) unit.emit('finance.invoice.issued', told(invoice))
  return { ...invoice, lineItems: lines as LineItem[] }
}
