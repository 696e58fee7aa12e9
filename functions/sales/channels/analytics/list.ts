import { listEndpoint } from '../../../../lib/platform/http/endpoint.ts'
import { listAnalytics } from '../../../../lib/sales/analytics/compute-analytics.ts'
import { ChannelAnalytics, period, SORT_KEYS } from '../../../../schemas/sales/analytics.ts'
import { oneOf } from '../../../../schemas/types.ts'

export const listChannelAnalytics = listEndpoint({
  route: 'GET /api/sales/channels/analytics',
  scope: 'sales:analytics:read',
  summary: 'List the analytics of all channels by `sortBy`, highest first',
  query: { period: period(), sortBy: oneOf(SORT_KEYS, { default: 'orders' }) },
  of: ChannelAnalytics,
  sizeName: 'limit',
  itemsPerPage: 50,
  run: (app, { caller, query: { period = '30d', sortBy = 'orders' }, page }) =>
    listAnalytics(app, caller.tenant, page, { period, sortBy }),
})
