import { voidDocuments } from '../../document/documents/void-documents.ts'
import type { App } from '../../platform/app/app.ts'
import type { Id } from '../../platform/id.ts'
import { move } from '../../platform/moves.ts'
import { GENERAL_SETTINGS } from '../../platform/settings/general-settings.ts'
import { getSetting } from '../../platform/settings/get-settings.ts'
import { NOT_DUE } from '../../platform/store/table/due.ts'
import type { Unit } from '../../platform/store/unit.ts'
import { cancelDraftsWithInvoice } from '../credit-notes/cancel-draft-credit-notes.ts'
import { checkCancellable, INVOICE_MOVES, invoiceUri } from './invoice.ts'
import { type InvoiceWithLines, loadInvoice, updateInvoice } from './invoice-store.ts'
import { postCancellation } from './post-invoice.ts'

export const cancelInvoice = async (
  { db }: Pick<App, 'db'>,
  unit: Unit,
  id: Id,
  cancellationReason: string,
): Promise<InvoiceWithLines> => {
  const [before, zone] = await Promise.all([
    loadInvoice(db, unit, id),
    getSetting({ db }, unit.tenant, GENERAL_SETTINGS.timezone),
  ])
  checkCancellable(before)
  const status = move(INVOICE_MOVES, 'invoice', before.status, 'cancel')
  const cancelledAt = unit.now.toISOString()
  await voidDocuments({ db }, unit, invoiceUri(id), cancellationReason)
  postCancellation(unit, before, zone)
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
