import { endpoint } from '../../../../lib/platform/http/endpoint.ts'
import { orNotFound } from '../../../../lib/platform/problem.ts'
import { computeAnalytics } from '../../../../lib/sales/analytics/compute-analytics.ts'
import { findChannel } from '../../../../lib/sales/channels/channel-store.ts'
import { ChannelAnalytics, period } from '../../../../schemas/sales/analytics.ts'

export const getChannelAnalytics = endpoint({
  route: 'GET /api/sales/channels/{channelId}/analytics',
  scope: 'sales:analytics:read',
  summary: 'Get the analytics of a channel',
  query: { period: period() },
  returns: ChannelAnalytics,
  async run(app, { caller, params, query }) {
    const channel = orNotFound(await findChannel(app.db, caller.tenant, params.channelId))
    return computeAnalytics(app, caller.tenant, channel, query.period ?? '30d')
  },
})
