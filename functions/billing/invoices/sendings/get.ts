import { invoiceUri } from '../../../../lib/billing/invoices/invoice.ts'
import { findInvoice } from '../../../../lib/billing/invoices/invoice-store.ts'
import { findMailingOfSubject } from '../../../../lib/mailing/mailings.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { InvoiceSending } from '../../../../schemas/billing/sending/sending.ts'

export const getInvoiceSending = endpoint({
  route: 'GET /api/billing/invoices/{invoiceId}/sendings/{id}',
  scope: 'billing:invoice:read',
  summary: 'Get a sending of an invoice',
  returns: InvoiceSending,
  async run({ db }, { caller: { tenant }, params: { invoiceId, id } }) {
    orNotFound(await findInvoice(db, tenant, invoiceId))
    return { ...orNotFound(await findMailingOfSubject(db, tenant, invoiceUri(invoiceId), id)), invoiceId }
  },
})
