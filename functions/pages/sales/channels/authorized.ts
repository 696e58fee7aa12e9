import { replyChannelResult } from '../../../../lib/pages/reply-channel-result.ts'
import { HTML } from '../../../../lib/pages/reply-page.ts'
import { publicEndpoint } from '../../../../lib/platform/http/endpoint.ts'

export const getChannelAuthorizedPage = publicEndpoint({
  route: 'GET /sales/channels/authorized',
  summary: 'Get the page that says how the authorization of a shop ended',
  description:
    'The browser returns to it with `channelId` and `result`, unless `CHANNEL_RETURN_URI` names another page.',
  produces: HTML,
  open: true,
  run: (_app, { given }) => replyChannelResult(given),
})
