import { invoiceUri } from '../../../../lib/billing/invoices/invoice.ts'
import { findInvoice, invoices } from '../../../../lib/billing/invoices/invoice-store.ts'
import { attachFile } from '../../../../lib/document/attachments/attach-file.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { AttachFileInput, Attachment } from '../../../../schemas/document/attachment.ts'

export const addInvoiceAttachment = endpoint({
  route: 'POST /api/billing/invoices/{id}/attachments',
  scope: 'billing:invoice:write',
  summary: 'Attach a file to an invoice',
  description:
    'Attachments are sent with the mail of the invoice, in their order, as far as they fit 10 MB with its documents.',
  body: AttachFileInput,
  returns: Attachment,
  problems: ['ALREADY_EXISTS', 'OPERATION_NOT_ALLOWED'],
  async run({ db }, { caller, params, body, unit }) {
    const invoice = orNotFound(await findInvoice(db, caller.tenant, params.id))
    // A draft must not be deleted meanwhile, because the file would stay in use.
    if (invoice.status === 'draft') unit.require(invoices, invoice)
    const { id } = invoice
    return await attachFile(db, unit, caller, { subject: invoiceUri(id), use: 'invoice' }, body)
  },
})
