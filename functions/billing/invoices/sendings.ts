import { invoiceUri } from '../../../lib/billing/invoices/invoice.ts'
import { findInvoice } from '../../../lib/billing/invoices/invoice-store.ts'
import { listMailings } from '../../../lib/mailing/mailings.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../lib/platform/problem.ts'
import { slicePage } from '../../../lib/platform/store/lists/list.ts'
import { InvoiceSending } from '../../../schemas/billing/sending/sending.ts'

export const listInvoiceSendings = listEndpoint({
  route: 'GET /api/billing/invoices/{id}/sendings',
  scope: 'billing:invoice:read',
  summary: 'List the sendings of an invoice, newest first, with the status of each recipient',
  query: {},
  of: InvoiceSending,
  itemsPerPage: 30,
  async run({ db }, { caller, params, page }) {
    const { id } = orNotFound(await findInvoice(db, caller.tenant, params.id))
    const all = await listMailings(db, caller.tenant, invoiceUri(id))
    return slicePage(
      all.map((mailing) => ({ ...mailing, invoiceId: id })),
      page,
    )
  },
})
