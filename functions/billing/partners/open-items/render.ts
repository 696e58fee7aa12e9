import { renderOpenItems } from '../../../../lib/billing/open-items/render-open-items.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { RenderOpenItemsInput } from '../../../../schemas/billing/payments/open-items.ts'
import { Document } from '../../../../schemas/document/document.ts'

export const renderPartnerOpenItems = endpoint({
  route: 'POST /api/billing/partners/{partnerId}/open-items/render',
  scope: 'billing:payment:read',
  summary: "Render a partner's open items of one currency as PDF and HTML",
  description:
    'The open invoices of today with their sums, the credit of the partner and your bank account, as reminders attach them. ' +
    'The same day returns the same document until something changes; then a new document supersedes it. A document lists ' +
    'the 300 invoices that are due first and adds the others up; a partner with more than 1000 invoices of a state is ' +
    'answered with 409. Download it with `GET /api/document/documents/{id}/download`.',
  body: RenderOpenItemsInput,
  bodyOptional: true,
  returns: Document,
  success: 201,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit, log }) => renderOpenItems(app, unit, params.partnerId, body, log),
})
