import {
  MAX_SUMMED_CHARGES,
  sumUnsettledByPartner,
} from '../../../lib/billing/unsettled-charges/sum-unsettled-by-partner.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { UnsettledOfPartner } from '../../../schemas/billing/charge.ts'
import { date } from '../../../schemas/types.ts'

export const listUnsettledByPartner = listEndpoint({
  route: 'GET /api/billing/unsettled-charges/by-partner',
  scope: 'billing:charge:read',
  summary: 'List the sums of the charges that no settlement has, by partner and currency',
  description:
    'Those come first that have waited for longest. The sums are of all unsettled charges, or of those of some days; ' +
    `more than ${MAX_SUMMED_CHARGES} are answered with 409.`,
  query: {
    from: date({ description: 'First day on which they occurred' }),
    to: date({ description: 'Last day on which they occurred, included' }),
  },
  of: UnsettledOfPartner,
  itemsPerPage: 30,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, query, page, now }) => sumUnsettledByPartner(app, caller.tenant, page, query, now),
})
