import { issueInvoice as issue } from '../../../lib/billing/invoices/issue-invoice.ts'
import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Invoice, IssueInvoiceInput } from '../../../schemas/billing/invoice.ts'

export const issueInvoice = endpoint({
  route: 'POST /api/billing/invoices/{id}/issue',
  scope: 'billing:invoice:write',
  summary: 'Issue a draft invoice: number assigned, payable from now on',
  description:
    'Numbers have no gaps. A number given here is taken out of no sequence, and the sequence passes over it. Look at ' +
    '`warnings` of the draft before: what is missing there is missing on the document.',
  body: IssueInvoiceInput,
  bodyOptional: true,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED', 'ALREADY_EXISTS'],
  run: (app, { caller, params, body, unit }) =>
    presentInvoice(app, caller.tenant, issue(app, unit, params.id, body.invoiceNumber)),
})
