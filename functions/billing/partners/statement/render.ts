import { renderStatement } from '../../../../lib/billing/partner-statements/render-statement.ts'
import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { RenderStatementInput } from '../../../../schemas/billing/statement.ts'
import { Document } from '../../../../schemas/document/document.ts'

export const renderPartnerStatement = endpoint({
  route: 'POST /api/billing/partners/{partnerId}/statement/render',
  scope: 'billing:statement:read',
  summary: "Render a partner's statement of one currency as PDF and HTML",
  description:
    'The same range returns the same document unless records were added to it since; then a new document supersedes ' +
    'it. A document has at most 1000 lines. Download it with `GET /api/document/documents/{id}/download`.',
  body: RenderStatementInput,
  bodyOptional: true,
  returns: Document,
  success: 201,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { params, body, unit, log }) => renderStatement(app, unit, params.partnerId, body, log),
})
