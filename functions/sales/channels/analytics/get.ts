import { endpoint } from '../../../../lib/http/endpoint.ts'
import { orNotFound } from '../../../../lib/problem.ts'
import { analyticsOf } from '../../../../lib/sales/analytics.ts'
import { findChannel } from '../../../../lib/sales/channel-store.ts'
import { ChannelAnalytics, period } from '../../../../schemas/analytics.ts'

export const getChannelAnalytics = endpoint({
  route: 'GET /api/sales/channels/{channelId}/analytics',
  scope: 'sales:analytics:read',
  summary: 'How a channel does',
  query: { period: period() },
  returns: ChannelAnalytics,
  async run(app, { caller, params, query }) {
    const channel = orNotFound(await findChannel(app.db, caller.tenant, params.channelId))
    return analyticsOf(app, caller.tenant, channel, query.period ?? '30d')
  },
})
