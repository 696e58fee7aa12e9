import { voidDocuments } from '../../document/documents/void-document.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/states.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { readBillingSettings } from '../billing-settings.ts'
import { cancelDraftsWithInvoice } from '../credit-notes/cancel-drafts.ts'
import { NOT_DUE } from './follow-up.ts'
import { checkCancellable, checkPaidAt, INVOICE_MOVES, invoiceUri } from './invoice.ts'
import { invoices, loadInvoice, updateInvoice, type WithLines } from './invoice-store.ts'
import { buildInvoiceEvent, issueChanges } from './issue-invoice.ts'

export const issueInvoice = async (
  app: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  invoiceNumber?: string | null,
): Promise<WithLines> => {
  const [before, settings] = await Promise.all([loadInvoice(app.db, unit, id), readBillingSettings(app, unit.tenant)])
  const changes = await issueChanges(app, unit, before, settings, invoiceNumber)
  const { lineItems, ...draft } = before
  // Another may take the number first: a chosen one is refused then, the next of a sequence is looked for anew.
  const invoice = unit.update(invoices, draft, changes, 'stale')
  unit.emit('finance.invoice.issued', buildInvoiceEvent(invoice))
  return { ...invoice, lineItems }
}

interface Payment {
  paymentReference?: string | null
  paidAt?: string | null
}

export const markInvoicePaid = async (
  { db }: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  { paymentReference = null, paidAt }: Payment,
): Promise<WithLines> => {
  const before = await loadInvoice(db, unit, id)
  const status = move(INVOICE_MOVES, 'invoice', before.status, 'mark_paid')
  const at = paidAt ? new Date(paidAt).toISOString() : unit.now.toISOString()
  if (paidAt) checkPaidAt(before, paidAt, unit.now)
  const invoice = updateInvoice(unit, before, { status, paidAt: at, paymentReference, ...NOT_DUE })
  const { subject, data } = buildInvoiceEvent(invoice)
  unit.emit('finance.invoice.paid', { subject, data: { ...data, paidAt: at, paymentReference } })
  return invoice
}

export const cancelInvoice = async (
  { db }: Pick<App, 'db' | 'clock'>,
  unit: Unit,
  id: Id,
  cancellationReason: string,
): Promise<WithLines> => {
  const before = await loadInvoice(db, unit, id)
  checkCancellable(before)
  const status = move(INVOICE_MOVES, 'invoice', before.status, 'cancel')
  const cancelledAt = unit.now.toISOString()
  await voidDocuments({ db }, unit, invoiceUri(id), cancellationReason)
  if (before.channelId) unit.schedule('billing.invoice.free-orders', { tenant: unit.tenant, invoiceId: id })
  const cancelled = updateInvoice(unit, before, {
    status,
    cancelledAt,
    cancellationReason,
    credited: 0,
    ...NOT_DUE,
  })
  if (before.credited && (await cancelDraftsWithInvoice(db, unit, id)))
    unit.schedule('billing.invoice.cancel-drafts', { tenant: unit.tenant, invoiceId: id })
  return cancelled
}
