import { presentStatements } from '../../../../lib/billing/partner-statements/present-statements.ts'
import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { PartnerStatement } from '../../../../schemas/billing/statement.ts'
import { currency, momentOrDate } from '../../../../schemas/types.ts'

export const getPartnerStatement = listEndpoint({
  route: 'GET /api/billing/partners/{partnerId}/statement',
  scope: 'billing:statement:read',
  summary: 'Get the statements of a partner, one for each currency',
  description:
    'Bills and settlements raise the amount owed to the partner; credit notes and outgoing payments lower it. There ' +
    'is one statement for each currency with records. `page` and `itemsPerPage` apply to the lines, oldest first, ' +
    'and `view` covers the currency with the most lines. Balances and aging always cover the whole range: the ' +
    'closing balance is the opening balance plus all lines. A record added later with an earlier time is part of the ' +
    'statement of that time.',
  query: {
    currency: currency(),
    from: momentOrDate({
      description:
        'Start of the range, included; earlier records make up the opening balance. Default: the first record.',
    }),
    to: momentOrDate({
      description:
        'End of the range, included (of a date its whole day), and the time of the closing balance and aging. Default: now.',
    }),
  },
  of: PartnerStatement,
  itemsPerPage: 100,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, params, query, page, now }) =>
    presentStatements(app, caller.tenant, params.partnerId, { ...query, page, now }),
})
