import { renderStatement } from '../../../../lib/billing/partner-statements/render-statement.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { RenderStatementInput } from '../../../../schemas/billing/statement.ts'
import { Document } from '../../../../schemas/document/document.ts'

export const renderPartnerStatement = endpoint({
  route: 'POST /api/billing/partners/{partnerId}/statement/render',
  scope: 'billing:statement:read',
  summary: "Render a partner's statement of one currency as PDF and HTML",
  description:
    'The same range gives the same document again, unless something was recorded for it since; then a new one ' +
    'supersedes it. A document has 1000 lines at most. Download it by `GET /api/document/documents/{id}/download`.',
  body: RenderStatementInput,
  bodyOptional: true,
  returns: Document,
  success: 201,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit, log }) => renderStatement(app, unit, params.partnerId, body, log),
})
