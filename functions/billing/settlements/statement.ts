import * as Type from 'typebox'
import { renderSettlement } from '../../../lib/billing/settlements/printing/render-settlement.ts'
import { presentSettlement } from '../../../lib/billing/settlements/show-settlement.ts'
import { endpoint, reply } from '../../../lib/platform/http/endpoint.ts'
import { Settlement } from '../../../schemas/billing/settlement.ts'
import { DOCUMENT_FORMATS } from '../../../schemas/document/document.ts'
import { input, oneOf } from '../../../schemas/types.ts'

export const generateSettlementStatement = endpoint({
  route: 'POST /api/billing/settlements/{id}/statement',
  scope: 'billing:settlement:write',
  summary: 'Render a settlement statement for the partner as PDF and HTML',
  description:
    'The `Link` header of the response points to the download in the requested ' +
    'format. An unchanged settlement gets the same document again. An open settlement is locked.',
  body: input({ format: Type.Optional(oneOf(DOCUMENT_FORMATS, { default: 'pdf' })) }),
  bodyOptional: true,
  returns: Settlement,
  problems: ['OPERATION_NOT_ALLOWED'],
  ifMatch: true,
  async run(app, { caller, params, body, unit, log }) {
    const { settlement, document } = await renderSettlement(app, unit, params.id, log)
    const shown = await presentSettlement(app.db, caller.tenant, settlement)
    const address = `/api/document/documents/${document.id}/download?format=${body.format ?? 'pdf'}`
    return reply(shown, { headers: { Link: `<${address}>; rel="related"` } })
  },
})
