import { addVatCheck } from '../../../lib/partner/add-vat-check.ts'
import { partners } from '../../../lib/partner/partner-store.ts'
import { presentPartner } from '../../../lib/partner/present-partner.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Partner, RecordVatCheckInput } from '../../../schemas/partner/partner.ts'

export const recordVatCheck = endpoint({
  route: 'POST /api/partner/partners/{id}/vat-check',
  scope: 'partner:partner:write',
  summary: 'Record what a service such as VIES answered about the VAT id of a partner',
  description:
    'The answer replaces an earlier one, and ends with the VAT id. While it says that the id is not valid, supplies that are ' +
    'free of tax because of it are not complete, as `billing.invoiceChecks` says. The audit trail keeps all answers.',
  body: RecordVatCheckInput,
  returns: Partner,
  ifMatch: true,
  run: async (_app, { params, body, unit }) =>
    presentPartner(addVatCheck(unit, await unit.load(partners, params.id), body)),
})
