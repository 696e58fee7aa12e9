import * as Type from 'typebox'
import { publicEndpoint, reply } from '../../../../lib/platform/http/endpoint.ts'
import { finishAuthorization } from '../../../../lib/sales/connections/begin-authorization.ts'

const text = () => Type.String({ maxLength: 2048 })

export const channelOAuthCallback = publicEndpoint({
  route: 'GET /oauth/channels/callback',
  summary: 'Finish the authorization of a Shopify channel',
  description:
    'Shopify redirects the browser of the shop’s owner to this operation, which redirects it to your application with `channelId` and `result`.',
  query: { code: text(), hmac: text(), shop: text(), state: text(), timestamp: text() },
  open: true,
  acts: true,
  success: 302,
  problems: ['PROVIDER_NOT_CONFIGURED'],
  async run(app, { given, now, log }) {
    const Location = await finishAuthorization(app, given, now, log)
    return reply(undefined, { headers: { Location, 'Referrer-Policy': 'no-referrer' } })
  },
})
