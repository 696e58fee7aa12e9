import { detachAllFiles } from '../../../document/attachments/attach-file.ts'
import { voidDocuments } from '../../../document/documents/void-documents.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Id } from '../../../platform/id.ts'
import type { Unit } from '../../../platform/store/unit.ts'
import { releaseOrders } from '../bill-orders.ts'
import { invoiceUri } from '../invoice.ts'
import { invoiceLines, invoices, loadDraftInvoice } from '../invoice-store.ts'

/** Deletes a draft with its lines, and releases its orders. The item of the lines remains until all orders are released. */
export const deleteDraftInvoice = async ({ db }: Pick<App, 'db'>, unit: Unit, id: Id): Promise<void> => {
  const { invoice, stored } = await loadDraftInvoice(db, unit, id)
  const subject = invoiceUri(id)
  await Promise.all([
    voidDocuments({ db }, unit, subject, 'The draft was deleted.'),
    detachAllFiles(db, unit, { subject, use: 'invoice' }),
  ])
  unit.remove(invoices, invoice)
  const later = await releaseOrders(db, unit, id, [...stored.freeing, ...stored.orders])
  if (later.length) unit.update(invoiceLines, stored, { lines: [], orders: [], freeing: later })
  else unit.remove(invoiceLines, stored)
}
