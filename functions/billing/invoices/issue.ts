import { issueInvoice as issue } from '../../../lib/billing/invoices/issue-invoice.ts'
import { presentInvoice } from '../../../lib/billing/invoices/present-invoice.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Invoice, IssueInvoiceInput } from '../../../schemas/billing/invoice.ts'

export const issueInvoice = endpoint({
  route: 'POST /api/billing/invoices/{id}/issue',
  scope: 'billing:invoice:write',
  summary: 'Issue a draft invoice',
  description:
    'The invoice becomes payable and gets the next number of its sequence, which has no gaps. A number given here ' +
    'lies outside the sequence, and the sequence skips it. Check the `warnings` of the draft first: they name what ' +
    'its document would lack. With the setting `billing.invoiceChecks` at refuse, which is the default of a tenant with ' +
    'a `general.country`, an invoice with warnings is refused, unless they are only about taxes (`TAX_UNDECIDED`, ' +
    '`TAX_CHANGED` and the like): it keeps the taxes that it shows.',
  body: IssueInvoiceInput,
  bodyOptional: true,
  dryRun: true,
  returns: Invoice,
  problems: ['OPERATION_NOT_ALLOWED', 'INVOICE_INCOMPLETE', 'ALREADY_EXISTS'],
  run: (app, { caller, params, body, unit }) =>
    presentInvoice(app, caller.tenant, issue(app, unit, params.id, body.invoiceNumber)),
})
