import { invoiceUri } from '../../../../lib/billing/invoices/invoice.ts'
import { findInvoice } from '../../../../lib/billing/invoices/invoice-store.ts'
import { listAttachments } from '../../../../lib/document/attachments/list-attachments.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { slicePage } from '../../../../lib/platform/store/lists/list.ts'
import { Attachment } from '../../../../schemas/document/attachment.ts'

export const listInvoiceAttachments = listEndpoint({
  route: 'GET /api/billing/invoices/{id}/attachments',
  scope: 'billing:invoice:read',
  summary: 'List the attachments of an invoice, oldest first',
  query: {},
  of: Attachment,
  itemsPerPage: 30,
  async run({ db }, { caller, params, page }) {
    const { id } = orNotFound(await findInvoice(db, caller.tenant, params.id))
    return slicePage(await listAttachments(db, caller.tenant, invoiceUri(id)), page)
  },
})
