import { presentStatements } from '../../../../lib/billing/partner-statements/present-statements.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { PartnerStatement } from '../../../../schemas/billing/statement.ts'
import { currency, moment } from '../../../../schemas/types.ts'

export const getPartnerStatement = listEndpoint({
  route: 'GET /api/billing/partners/{partnerId}/statement',
  scope: 'billing:statement:read',
  summary: "Get a partner's statement, one for each currency",
  description:
    'Bills and settlements raise what is owed to the partner, credit notes and outgoing payments lower it. ' +
    'There is a member for each currency in which anything was ever recorded; `page` and `itemsPerPage` are those of ' +
    'their lines, oldest first, and `view` goes as far as the currency with the most. Balances and aging are of the ' +
    'whole, whatever the page: closing is opening and all lines together. What is recorded later for an earlier time ' +
    'is part of the statement of that time.',
  query: {
    currency: currency(),
    from: moment({ description: 'Earlier records are the opening balance; the beginning of the books without it' }),
    to: moment({ description: 'The moment of balances and aging, included; now without it' }),
  },
  of: PartnerStatement,
  itemsPerPage: 100,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, query, page, now }) =>
    presentStatements(app, caller.tenant, params.partnerId, { ...query, page, now }),
})
