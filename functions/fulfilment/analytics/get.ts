import { computeFulfilmentAnalytics } from '../../../lib/fulfilment/analytics/compute-fulfilment-analytics.ts'
import { endpoint } from '../../../lib/platform/http/endpoint.ts'
import { FulfilmentAnalytics, MAX_ANALYTICS_DAYS } from '../../../schemas/fulfilment/analytics.ts'
import { date, id } from '../../../schemas/types.ts'

export const getFulfilmentAnalytics = endpoint({
  route: 'GET /api/fulfilment/analytics',
  scope: 'fulfilment:analytics:read',
  summary: 'Get the analytics of fulfilment by custodian and day',
  description: `Days are in the time zone of the tenant; default: the last 30 days. At most ${MAX_ANALYTICS_DAYS} days.`,
  query: { from: date(), to: date(), custodianId: id() },
  returns: FulfilmentAnalytics,
  run: (app, { caller, query, now }) => computeFulfilmentAnalytics(app, caller.tenant, query, now),
})
