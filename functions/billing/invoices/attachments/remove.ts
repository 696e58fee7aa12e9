import { invoiceUri } from '../../../../lib/billing/invoices/invoice.ts'
import { findInvoice } from '../../../../lib/billing/invoices/invoice-store.ts'
import { detachFile } from '../../../../lib/document/attachments/attach-file.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'

export const removeInvoiceAttachment = endpoint({
  route: 'DELETE /api/billing/invoices/{id}/attachments/{fileId}',
  scope: 'billing:invoice:write',
  summary: 'Remove a file from an invoice; the file itself remains',
  async run({ db }, { caller, params, unit }) {
    const { id } = orNotFound(await findInvoice(db, caller.tenant, params.id))
    await detachFile(db, unit, { subject: invoiceUri(id), use: 'invoice' }, params.fileId)
  },
})
