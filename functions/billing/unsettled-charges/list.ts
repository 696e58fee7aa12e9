import { listUnsettled, MAX_OF_PARTNER } from '../../../lib/billing/unsettled-charges/read-unsettled.ts'
import { listEndpoint } from '../../../lib/platform/http/endpoint.ts'
import { UnsettledCharge } from '../../../schemas/billing/charge.ts'
import { currency, date, id } from '../../../schemas/types.ts'

export const listUnsettledCharges = listEndpoint({
  route: 'GET /api/billing/unsettled-charges',
  scope: 'billing:charge:read',
  summary: 'List the charges that no settlement has, latest first',
  description:
    `Of all partners, or of one partner in one currency, of which at most ${MAX_OF_PARTNER} are shown; a partner with more of these days is answered with 409. ` +
    '`to` leaves out the latest days, so that those that have waited ' +
    'for long come first. Rules with the basis `period` take charges that come late with their next settlement; what is ' +
    'here for longer belongs to no rule, or to days before its first period.',
  query: {
    partnerId: id({ description: 'Needs `currency`' }),
    currency: currency({ description: 'Needs `partnerId`' }),
    from: date({ description: 'First day on which they occurred' }),
    to: date({ description: 'Last day on which they occurred, included' }),
  },
  of: UnsettledCharge,
  itemsPerPage: 30,
  problems: ['OPERATION_NOT_ALLOWED'],
  run: (app, { caller, query, page, now }) => listUnsettled(app, caller.tenant, page, query, now),
})
