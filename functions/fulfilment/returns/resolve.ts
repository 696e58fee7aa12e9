import { resolveReturn as resolve } from '../../../lib/fulfilment/returns/resolve-return.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { Problem } from '../../../lib/platform/problem.ts'
import { ResolveReturnInput, Return } from '../../../schemas/fulfilment/return.ts'

export const resolveReturn = endpoint({
  route: 'POST /api/fulfilment/returns/{id}/resolve',
  scope: 'fulfilment:return:write',
  summary: 'Resolve a return: record what the customer gets for it',
  description:
    'No money is moved: make the refund with your payment provider. It is noted at the order in the shop, for its staff, ' +
    'and a sync run of type `refund_notes` says so. With `invoiceId` a draft credit note is created for the pieces that came ' +
    'back, for which you also need the scope `billing:credit_note:write`. If nothing came back yet, the whole return ' +
    'is resolved and its goods are not expected any more.',
  body: ResolveReturnInput,
  returns: Return,
  problems: ['OPERATION_NOT_ALLOWED', 'CREDIT_EXCEEDS_INVOICE'],
  ifMatch: true,
  run(app, { caller, params, body, unit }) {
    if (body.invoiceId && !caller.scopes.has('billing:credit_note:write'))
      throw new Problem('SCOPE_MISSING', 'This needs the scope billing:credit_note:write, since invoiceId is given.')
    return resolve(app, unit, params.id, body)
  },
})
